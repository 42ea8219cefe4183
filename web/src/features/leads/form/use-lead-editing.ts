import { useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type Resolver,
  type SetValueConfig,
  useForm,
} from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { messages } from '#contract/call/messages.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { useSavedToast } from '#web/features/leads/record/use-saved-toast.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useDraft } from '#web/lib/browser/drafts.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { leaveSaved } from '#web/ui/form/leave-saved.ts';
import { showFieldErrors } from '#web/ui/form/show-field-errors.ts';
import { useFormDraft } from '#web/ui/form/use-form-draft.ts';
import { type ChangeByOther, changeByOther, type Dispute, type Side } from './editing-notice.tsx';
import { type Comparison, saveMerged } from './lead-conflict.ts';

/** A form's values, and the lead they were typed on. */
export type LeadDraft<Values> = { values: Partial<Values>; about: { before: Lead } };

type LeadEditing<Values, Field, Output, Body> = {
  draft: string;
  valuesOf: (lead: Lead) => Values;
  /** @param before the lead that values are compared with. */
  resolver: (before: Lead) => Resolver<Values & FieldValues, unknown, Output>;
  /** For fields filled in from another version of the lead. */
  setOptions?: SetValueConfig;
  /** Compares what someone else saved with `mine`, or with the untouched form. */
  compare: (before: Lead, theirs: Lead, mine?: Output) => Comparison<Field & string>;
  /** Some values, each with those that belong to it. */
  pick: (values: Values, fields: readonly Field[]) => Partial<Values>;
  /** The body to send on `base`; undefined when the user has to check it first. */
  bodyOn: (base: Lead, mine: Output, taken: Partial<Values>) => Body | undefined;
  send: (change: { id: string; body: Body }) => Promise<Lead>;
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
  const tellSaved = useSavedToast();
  const draft = useDraft<LeadDraft<Values>>(rules.draft);
  const [before, setBefore] = useState(() => draft.read()?.about.before ?? lead);
  const [byOther, setByOther] = useState<ChangeByOther<Field>>();
  const [dispute, setDispute] = useState<Dispute<Values, Field>>();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Values, unknown, Output>({
    resolver: rules.resolver(before),
    mode: 'onTouched',
    defaultValues: rules.valuesOf(before) as DefaultValues<Values>,
  });
  const { formState, getValues, reset, setValue } = form;
  const { isDirty, isSubmitting } = formState;
  const kept = useFormDraft(form, draft, { before });

  // A newer version replaces untouched values only.
  useEffect(() => {
    if (lead.version <= before.version || isDirty || isSubmitting) return;
    setByOther(changeByOther(lead, rules.compare(before, lead)));
    setBefore(lead);
    reset(rules.valuesOf(lead));
  }, [lead, before, rules, isDirty, isSubmitting, reset]);

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
    fill(rules.pick(rules.valuesOf(theirs), comparison.taken));
    setDispute({ theirs, comparison, mine, chosen: {} });
  };

  const choose = (field: Field, side: Side) => {
    if (!dispute) return;
    const { theirs, mine, chosen } = dispute;
    fill(rules.pick(side === 'theirs' ? rules.valuesOf(theirs) : mine, [field]));
    setDispute({ ...dispute, chosen: { ...chosen, [field]: side } });
  };

  const save = form.handleSubmit(async (output) => {
    setFailure(undefined);
    const sent = getValues();
    const bodyOn = (base: Lead) => {
      const { disputed, taken } = rules.compare(before, base, output);
      if (disputed.length > 0) return undefined;
      return rules.bodyOn(base, output, rules.pick(rules.valuesOf(base), taken));
    };
    try {
      const { saved, theirs } = await saveMerged(before, bodyOn, (body) =>
        rules.send({ id: lead._id, body }),
      );
      if (!saved) return showConflict(theirs, output);
      if (saved.version > before.version) tellSaved(saved);
      else toast.success(t('updated'));
      setBefore(saved);
      setDispute(undefined);
      leaveSaved(form, sent, rules.valuesOf(saved), onClose);
    } catch (error) {
      const rest = showFieldErrors(form, error);
      if (rest) setFailure(errorText(rest));
      const isMissing = error instanceof ApiError && error.message === messages.leadNotUpdated;
      toast.error(isMissing ? errorText(error) : t('updateFailed'));
    }
  });

  const discard = () => {
    kept.discard();
    setDispute(undefined);
    setFailure(undefined);
  };
  const isSubmitDisabled = dispute?.comparison.disputed.some((field) => !dispute.chosen[field]);
  return {
    form,
    before,
    dialog: { isDirty, isSubmitting, isSubmitDisabled, onSubmit: save, onClose, draft: { ...kept, discard } },
    notice: { byOther, dispute, failure, onChoose: choose },
  };
}
