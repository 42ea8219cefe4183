import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { farthestAppointmentDays } from '#contract/business.ts';
import { type LeadStatus, leadStatuses, movesFrom } from '#contract/leads/lead-status.ts';
import { type Lead, moveLead } from '#contract/leads/leads.ts';
import { isManagement } from '#contract/levels.ts';
import { addDays } from '#contract/text/dates.ts';
import { EditingNotice } from '#web/features/leads/form/editing-notice.tsx';
import { useLeadEditing } from '#web/features/leads/form/use-lead-editing.ts';
import { leadFields, useLeadText } from '#web/features/leads/record/lead-fields.tsx';
import { useLeadChange } from '#web/features/leads/record/leads.queries.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';
import classes from './move.module.css';
import { MoveFields } from './move-fields.tsx';
import { compareMoves, judge, type MoveField, type MoveFormValues, moveValuesOf } from './move-form.ts';

type MoveLeadFormProps = {
  lead: Lead;
  /** Begins here if the lead may move there. */
  to?: LeadStatus;
  /** The correction form is open above. */
  isCovered: boolean;
  /** Opens it; absent for who may not. */
  onCorrect?: () => void;
  onClose: () => void;
};

/** Specification, section 4. Save waits for the contract's rules. */
export function MoveLeadForm({ lead, to, isCovered, onCorrect, onClose }: MoveLeadFormProps) {
  const t = useTranslations('leadStatus');
  const written = useWrittenMove();
  const today = useToday();
  const level = useSession()?.level;
  const context = {
    today,
    farthest: addDays(today, farthestAppointmentDays),
    isManagement: level !== undefined && isManagement(level),
  };
  const move = useLeadChange(moveLead);
  const begin = (lead: Lead): MoveFormValues => {
    const values = moveValuesOf(lead, today);
    const mayMove = to && movesFrom(lead.status, context.isManagement).includes(to);
    return mayMove ? { ...values, status: to } : values;
  };

  const { form, before, dialog, notice } = useLeadEditing(
    lead,
    {
      draft: `moveLead:${lead._id}`,
      valuesOf: begin,
      resolver: (before) => (values: MoveFormValues) => {
        const errors = Object.entries(judge(values, before, context).errors);
        if (errors.length === 0) return { values, errors: {} };
        return {
          values: {},
          errors: Object.fromEntries(errors.map(([field, message]) => [field, { type: 'rule', message }])),
        };
      },
      compare: (before, theirs, mine?: MoveFormValues) =>
        compareMoves(before, theirs, mine ? judge(mine, before, context) : { change: {} }),
      pick: (values, fields: readonly MoveField[]): Partial<MoveFormValues> =>
        Object.fromEntries(fields.map((field) => [field, values[field]])),
      bodyOn(base, mine, taken) {
        const { change, errors } = judge({ ...mine, ...taken }, base, context);
        return Object.keys(errors).length > 0 ? undefined : { ...change, version: base.version };
      },
      send: move.mutateAsync,
    },
    onClose,
  );
  const verdict = judge(form.watch(), before, context);
  const isReady = Object.keys(verdict.errors).length === 0 && Object.keys(verdict.change).length > 0;

  return (
    <FormDialog
      {...dialog}
      title={t('change')}
      isCovered={isCovered}
      isSubmitDisabled={dialog.isSubmitDisabled || !isReady}
      notice={
        <EditingNotice
          {...notice}
          nameOf={(field) => t(`fields.${field}`)}
          writtenOf={(field, side, { mine, theirs }) =>
            written(side === 'mine' ? mine : theirValues(theirs, today), field)
          }
        />
      }
    >
      <MoveLeadFacts lead={lead} onEdit={onCorrect && (() => leaveWithoutAsking(onCorrect))} />
      <MoveFields
        form={form}
        lead={before}
        verdict={verdict}
        isManagement={context.isManagement}
        isStatusChosen={to !== undefined}
      />
    </FormDialog>
  );
}

/** The other side as form values, with its newest follow-up date. */
function theirValues(theirs: Lead, today: string): MoveFormValues {
  return { ...moveValuesOf(theirs, today), nextFollowUpDate: theirs.nextFollowUpDates.at(-1) ?? '' };
}

function useWrittenMove(): (values: MoveFormValues, field: MoveField) => string {
  const leads = useTranslations('leads');
  const formats = useFormats();
  return (values, field) => {
    const value = String(values[field]);
    if (!value) return '';
    if (field === 'status') {
      const status = leadStatuses.find((one) => one === value);
      return status ? leads(`statuses.${status}`) : value;
    }
    if (field === 'appointmentTime') return formats.time(value);
    return field === 'nextFollowUpDate' || field === 'appointmentDate' ? formats.date(value) : value;
  };
}

/** What a call may need. */
const facts = [
  ...(['phone', 'email', 'vehicleNumber', 'serviceOrCampaign', 'serviceCenter'] as const),
  ...(['platform', 'createdAt'] as const),
];

/** @param onEdit opens the correction form; absent for who may not. */
function MoveLeadFacts({ lead, onEdit }: { lead: Lead; onEdit?: () => void }) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads.fields');
  const textOf = useLeadText();
  return (
    <section className={classes.lead}>
      <div className={classes.head}>
        <h3 className={`heading ${classes.name}`}>{lead.name}</h3>
        {onEdit && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} stroke={2} />}
            onClick={onEdit}
          >
            {t('correct')}
          </Button>
        )}
      </div>
      <dl className={classes.facts}>
        {facts.map((field) => {
          const text = textOf(lead, field);
          return (
            text && (
              <div key={field} className={classes.fact}>
                <dt className={classes.label}>{leads(field)}</dt>
                <dd className={classes.value}>{leadFields[field].show?.(text) ?? text}</dd>
              </div>
            )
          );
        })}
      </dl>
    </section>
  );
}
