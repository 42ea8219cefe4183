import { useEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, Resolver, SetValueConfig } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { messages } from '#contract/call/messages.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { useSavedToast } from '#web/features/leads/record/use-saved-toast.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { isPlaceTaken } from '#web/lib/api/mutate.ts';
import { getDraft } from '#web/lib/browser/drafts.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { hasUnsavedTyping, leaveWithoutAsking } from '#web/ui/form/leave.ts';
import { useForm } from '#web/ui/form/use-form.tsx';
import {
  type ConflictSide,
  type EditConflict,
  findRemoteChange,
  type RemoteChange,
} from './editing-notice.tsx';
import { type EditComparison, saveMergedLead } from './lead-conflict.ts';

/** The draft of a lead's edits: what was typed, and the lead with which it began. */
export type LeadEditDraft<Values> = { values: Partial<Values>; about: { before: Lead } };

type LeadEditing<Values, Field, Output, Body> = {
  draft: string;
  valuesOf: (lead: Lead) => Values;
  resolver: (before: Lead) => Resolver<Values & FieldValues, unknown, Output>;
  setOptions?: SetValueConfig;
  // Compares what someone else saved with `mine`, or with the untouched form.
  compare: (before: Lead, theirs: Lead, mine?: Output) => EditComparison<Field & string>;
  pick: (values: Values, fields: readonly Field[]) => Partial<Values>;
  bodyOn: (base: Lead, mine: Output, taken: Partial<Values>) => Body | undefined;
  send: (change: { params: { id: string }; body: Body }) => Promise<Lead>;
  // Says that it was saved, if not as an update of the lead.
  tellSaved?: ((saved: Lead) => void) | undefined;
};

/**
 * A form for a lead that others may change too. Untouched, it follows the lead and says what changed; then saving
 * merges fields that only others changed, and asks about those that both did.
 *
 * @returns the form; `before`, what its values are compared with; `dialog` for its `FormDialog`; `notice` for its
 *   `EditingNotice`.
 */
export function useLeadEditing<Values extends FieldValues, Field extends FieldPath<Values>, Output, Body>(
  lead: Lead,
  rules: LeadEditing<Values, Field, Output, Body>,
  onClose: () => void,
) {
  const t = useTranslations('leads');
  const errorText = useErrorText();
  const tellUpdated = useSavedToast();
  const { tellSaved = tellUpdated } = rules;
  const [before, setBefore] = useState(
    () => getDraft<LeadEditDraft<Values>>(rules.draft).read()?.about.before ?? lead,
  );
  const [byOther, setByOther] = useState<RemoteChange<Field>>();
  const [dispute, setDispute] = useState<EditConflict<Values, Field>>();
  const [first] = useState(() => rules.valuesOf(before));
  const { form, dialog } = useForm<Values, Output>({
    schema: rules.resolver(before),
    record: first,
    draft: rules.draft,
    about: { before },
    async save(output, { show }) {
      const bodyOn = (base: Lead) => {
        const { conflictingFields: disputed, mergedFields: taken } = rules.compare(before, base, output);
        if (disputed.length > 0) return undefined;
        return rules.bodyOn(base, output, rules.pick(rules.valuesOf(base), taken));
      };
      const { saved, theirs } = await saveMergedLead(before, bodyOn, (body) =>
        rules.send({ params: { id: lead._id }, body }),
      );
      if (!saved) return showConflict(theirs, output);
      if (saved.version > before.version) tellSaved(saved);
      else toast.success(t('updated'));
      setBefore(saved);
      setDispute(undefined);
      if (show(rules.valuesOf(saved))) leaveWithoutAsking(onClose);
    },
    onRefused(error) {
      // The user was asked, and the form says why it is not saved.
      if (isPlaceTaken(error)) return;
      const isMissing = error instanceof ApiError && error.message === messages.leadNotUpdated;
      toast.error(isMissing ? errorText(error) : t('updateFailed'));
    },
  });
  const { getValues, reset, setValue } = form;
  const { isDirty, isSubmitting } = dialog;

  // A newer version replaces untouched values only.
  useEffect(() => {
    if (lead.version <= before.version || isDirty || isSubmitting || hasUnsavedTyping(form)) return;
    setByOther(findRemoteChange(lead, rules.compare(before, lead)));
    setBefore(lead);
    reset(rules.valuesOf(lead));
  }, [lead, before, rules, isDirty, isSubmitting, form, reset]);

  const fill = (values: Partial<Values>) => {
    for (const [field, value] of Object.entries(values)) {
      setValue(field as Field, value as FieldPathValue<Values, Field>, {
        shouldDirty: true,
        ...rules.setOptions,
      });
    }
  };

  const showConflict = (theirs: Lead, output: Output) => {
    const comparison = rules.compare(before, theirs, output);
    const mine = getValues();
    setBefore(theirs);
    reset(rules.valuesOf(theirs), { keepValues: true });
    fill(rules.pick(rules.valuesOf(theirs), comparison.mergedFields));
    setDispute({ theirs, comparison, mine, chosen: {} });
  };

  const choose = (field: Field, side: ConflictSide) => {
    if (!dispute) return;
    const { theirs, mine, chosen } = dispute;
    fill(rules.pick(side === 'theirs' ? rules.valuesOf(theirs) : mine, [field]));
    setDispute({ ...dispute, chosen: { ...chosen, [field]: side } });
  };

  const discard = () => {
    dialog.draft.discard();
    setDispute(undefined);
  };
  const isSubmitDisabled = dispute?.comparison.conflictingFields.some((field) => !dispute.chosen[field]);
  return {
    form,
    before,
    dialog: { ...dialog, isSubmitDisabled, onClose, draft: { ...dialog.draft, discard } },
    notice: { byOther, dispute, onChoose: choose },
  };
}
