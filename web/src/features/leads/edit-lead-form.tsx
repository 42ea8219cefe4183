import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads.ts';
import { useDealer, useToday } from '#web/lib/dealer.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { leaveFreely } from '#web/ui/use-unsaved-guard.tsx';
import { ConflictNotice, type Side } from './conflict-notice.tsx';
import { type Comparison, compareEdits, saveMerged } from './lead-conflict.ts';
import { LeadFields } from './lead-fields.tsx';
import {
  changesOf,
  formValuesOf,
  type LeadField,
  type LeadFormInput,
  type LeadFormOutput,
  leadFields,
  leadFormSchema,
  takeOver,
  textsOf,
} from './lead-form.ts';
import { useEditLead } from './leads.queries.ts';
import { useSavedToast } from './use-saved-toast.ts';
import { useWrittenField } from './use-written-field.ts';

type Dispute = {
  theirs: Lead;
  comparison: Comparison<LeadField>;
  /** What was typed when the conflict came up. */
  mine: LeadFormInput;
  chosen: Partial<Record<LeadField, Side>>;
};

/**
 * The Update Lead form. Saves only what was changed; when somebody else was first, their other fields are taken over and the
 * person chooses about those that both changed.
 */
export function EditLeadForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const t = useTranslations('leads');
  const errorText = useErrorText();
  const { phoneCountry } = useDealer();
  const today = useToday();
  const draft = useDraft<{ values: LeadFormInput; before: Lead }>(`editLead:${lead._id}`);
  const [before, setBefore] = useState(() => draft.read()?.before ?? lead);
  const [dispute, setDispute] = useState<Dispute>();
  const [failure, setFailure] = useState<string>();
  const edit = useEditLead();
  const tellSaved = useSavedToast();
  const written = useWrittenField(dispute?.theirs);

  const form = useForm<LeadFormInput, unknown, LeadFormOutput>({
    resolver: zodResolver(leadFormSchema({ phoneCountry, today, before })),
    mode: 'onTouched',
    defaultValues: formValuesOf(before),
  });
  const { formState, getValues, reset, setValue, subscribe } = form;
  const { isDirty, isSubmitting } = formState;

  useEffect(() => {
    const kept = draft.read();
    if (kept) reset(kept.values, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => draft.keep({ values, before }),
    });
  }, [draft, reset, subscribe, before]);

  // A newer state of the lead replaces what is shown only while nothing was typed.
  useEffect(() => {
    if (lead.version <= before.version || isDirty || isSubmitting) return;
    setBefore(lead);
    reset(formValuesOf(lead));
  }, [lead, before.version, isDirty, isSubmitting, reset]);

  const fill = (values: Partial<LeadFormInput>) => {
    for (const [field, value] of Object.entries(values)) {
      setValue(field as keyof LeadFormInput, value, { shouldDirty: true, shouldValidate: true });
    }
  };

  const compareTo = (theirs: Lead, output: LeadFormOutput) =>
    compareEdits(leadFields, formValuesOf(before), formValuesOf(theirs), textsOf(output));

  const meet = (theirs: Lead, output: LeadFormOutput) => {
    const comparison = compareTo(theirs, output);
    const mine = getValues();
    setBefore(theirs);
    reset(formValuesOf(theirs), { keepValues: true });
    fill(takeOver(theirs, comparison.taken));
    setDispute({ theirs, comparison, mine, chosen: {} });
  };

  const choose = (field: LeadField, side: Side) => {
    if (!dispute) return;
    const { theirs, mine, chosen } = dispute;
    const own: Partial<LeadFormInput> =
      field === 'serviceOrCampaign'
        ? { type: mine.type, serviceOrCampaign: mine.serviceOrCampaign }
        : { [field]: mine[field] };
    fill(side === 'theirs' ? takeOver(theirs, [field]) : own);
    setDispute({ ...dispute, chosen: { ...chosen, [field]: side } });
  };

  const save = form.handleSubmit(async (output) => {
    setFailure(undefined);
    const bodyOn = (base: Lead) => {
      const { disputed, taken } = compareTo(base, output);
      return disputed.length > 0
        ? undefined
        : changesOf({ ...textsOf(output), ...takeOver(base, taken) }, base);
    };
    try {
      const { saved, theirs } = await saveMerged(before, bodyOn, (body) =>
        edit.mutateAsync({ id: lead._id, body }),
      );
      if (!saved) return meet(theirs, output);
      reset(formValuesOf(saved));
      if (saved.version > before.version) tellSaved(saved);
      else toast.success(t('updated'));
      leaveFreely(onClose);
    } catch (error) {
      if (!showFieldErrors(form, error)) setFailure(errorText(error));
      toast.error(t('updateFailed'));
    }
  });

  const mustChoose = dispute?.comparison.disputed.some((field) => !dispute.chosen[field]);
  return (
    <FormDialog
      title={t('update')}
      submit={t('update')}
      isDirty={isDirty}
      isSubmitting={isSubmitting}
      isSubmitDisabled={mustChoose}
      onSubmit={save}
      onClose={onClose}
      notice={
        <>
          {dispute && (
            <ConflictNotice
              by={dispute.theirs.lastModifiedBy.name}
              comparison={dispute.comparison}
              chosen={dispute.chosen}
              onChoose={choose}
              nameOf={(field) => t(`fields.${field}`)}
              writtenOf={(field, side) =>
                written(field, (side === 'mine' ? dispute.mine : formValuesOf(dispute.theirs))[field] ?? '')
              }
            />
          )}
          {failure && <Notice>{failure}</Notice>}
        </>
      }
    >
      <LeadFields form={form} before={before} />
    </FormDialog>
  );
}
