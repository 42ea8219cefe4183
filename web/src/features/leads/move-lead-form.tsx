import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useLocale, useTranslations } from 'use-intl';
import { farthestAppointmentDays } from '#contract/business.ts';
import { addDays } from '#contract/dates.ts';
import { leadStatuses } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { isManagement } from '#contract/levels.ts';
import { useToday } from '#web/lib/dealer.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/use-session.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { leaveFreely } from '#web/ui/use-unsaved-guard.tsx';
import { ConflictNotice, type Side } from './conflict-notice.tsx';
import { type Comparison, saveMerged } from './lead-conflict.ts';
import { useMoveLead } from './leads.queries.ts';
import { MoveFields } from './move-fields.tsx';
import {
  compareMoves,
  judge,
  type MoveField,
  type MoveFormValues,
  moveValuesOf,
  takeOverMove,
} from './move-form.ts';
import { MoveLeadFacts } from './move-lead-facts.tsx';
import { useSavedToast } from './use-saved-toast.ts';

type Dispute = {
  theirs: Lead;
  comparison: Comparison<MoveField>;
  /** What was filled in when the conflict came up. */
  mine: MoveFormValues;
  chosen: Partial<Record<MoveField, Side>>;
};

/**
 * The change-lead-status form (specification, section 4). Save stays disabled while the rules of the contract want something
 * more; when somebody else was first, the person chooses about the fields that both changed.
 */
export function MoveLeadForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const errorText = useErrorText();
  const written = useWrittenMove();
  const today = useToday();
  const level = useSession()?.level;
  const context = {
    today,
    farthest: addDays(today, farthestAppointmentDays),
    isManagement: level !== undefined && isManagement(level),
  };
  const draft = useDraft<{ values: MoveFormValues; before: Lead }>(`moveLead:${lead._id}`);
  const [before, setBefore] = useState(() => draft.read()?.before ?? lead);
  const [dispute, setDispute] = useState<Dispute>();
  const [failure, setFailure] = useState<string>();
  const move = useMoveLead();
  const tellSaved = useSavedToast();

  const form = useForm<MoveFormValues>({
    mode: 'onTouched',
    defaultValues: moveValuesOf(before),
    resolver: (values) => {
      const errors = Object.entries(judge(values, before, context).errors);
      if (errors.length === 0) return { values, errors: {} };
      return {
        values: {},
        errors: Object.fromEntries(errors.map(([field, message]) => [field, { type: 'rule', message }])),
      };
    },
  });
  const { formState, getValues, reset, setValue, subscribe, watch } = form;
  const { isDirty, isSubmitting } = formState;
  const verdict = judge(watch(), before, context);

  useEffect(() => {
    const kept = draft.read();
    if (kept) reset(kept.values, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => draft.keep({ values, before }),
    });
  }, [draft, reset, subscribe, before]);

  // A newer state of the lead replaces what is shown only while nothing was filled in.
  useEffect(() => {
    if (lead.version <= before.version || isDirty || isSubmitting) return;
    setBefore(lead);
    reset(moveValuesOf(lead));
  }, [lead, before.version, isDirty, isSubmitting, reset]);

  const fill = (values: Partial<MoveFormValues>) => {
    for (const [field, value] of Object.entries(values)) {
      setValue(field as MoveField, value, { shouldDirty: true });
    }
  };

  const meet = (theirs: Lead, values: MoveFormValues) => {
    const comparison = compareMoves(before, theirs, judge(values, before, context));
    setBefore(theirs);
    reset(moveValuesOf(theirs), { keepValues: true });
    fill(takeOverMove(theirs, comparison.taken));
    setDispute({ theirs, comparison, mine: values, chosen: {} });
  };

  const choose = (field: MoveField, side: Side) => {
    if (!dispute) return;
    const { theirs, mine, chosen } = dispute;
    fill(side === 'theirs' ? takeOverMove(theirs, [field]) : { [field]: mine[field] });
    setDispute({ ...dispute, chosen: { ...chosen, [field]: side } });
  };

  const save = form.handleSubmit(async () => {
    setFailure(undefined);
    const values = getValues();
    const bodyOn = (base: Lead) => {
      const { disputed, taken } = compareMoves(before, base, judge(values, before, context));
      const { change, errors } = judge({ ...values, ...takeOverMove(base, taken) }, base, context);
      const mustAsk = disputed.length > 0 || Object.keys(errors).length > 0;
      return mustAsk ? undefined : { ...change, version: base.version };
    };
    try {
      const { saved, theirs } = await saveMerged(before, bodyOn, (body) =>
        move.mutateAsync({ id: lead._id, body }),
      );
      if (!saved) return meet(theirs, values);
      reset(moveValuesOf(saved));
      tellSaved(saved);
      leaveFreely(onClose);
    } catch (error) {
      if (!showFieldErrors(form, error)) setFailure(errorText(error));
      toast.error(leads('updateFailed'));
    }
  });

  const mustChoose = dispute?.comparison.disputed.some((field) => !dispute.chosen[field]);
  const isReady = Object.keys(verdict.errors).length === 0 && Object.keys(verdict.change).length > 0;
  return (
    <FormDialog
      title={t('change')}
      submit={t('save')}
      isDirty={isDirty}
      isSubmitting={isSubmitting}
      isSubmitDisabled={mustChoose || !isReady}
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
                side === 'mine' ? written(dispute.mine, field) : written(theirValues(dispute.theirs), field)
              }
            />
          )}
          {failure && <Notice>{failure}</Notice>}
        </>
      }
    >
      <MoveLeadFacts lead={before} />
      <MoveFields form={form} lead={before} verdict={verdict} isManagement={context.isManagement} />
    </FormDialog>
  );
}

/** The other side as the form would hold it, with the follow-up date that it added. */
function theirValues(theirs: Lead): MoveFormValues {
  return { ...moveValuesOf(theirs), nextFollowUpDate: theirs.nextFollowUpDates.at(-1) ?? '' };
}

/** @returns how to write a field of the form in a conflict: statuses by name, dates and times as people read them. */
function useWrittenMove(): (values: MoveFormValues, field: MoveField) => string {
  const leads = useTranslations('leads');
  const locale = useLocale();
  return (values, field) => {
    const value = String(values[field]);
    if (!value) return '';
    if (field === 'status') {
      const status = leadStatuses.find((one) => one === value);
      return status ? leads(`statuses.${status}`) : value;
    }
    if (field === 'appointmentTime') return formatTime(value, locale);
    return field === 'nextFollowUpDate' || field === 'appointmentDate' ? formatDate(value, locale) : value;
  };
}
