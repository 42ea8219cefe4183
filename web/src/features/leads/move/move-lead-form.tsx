import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { type LeadStatus, listAllowedStatuses } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { leadFields, useFormatLeadField } from '#web/features/leads/record/lead-fields.tsx';
import type { RequestedSlot } from '#web/features/leads/record/requested-slot.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';
import classes from './move.module.css';
import { MoveFields } from './move-fields.tsx';
import { type MoveField, toMoveFormValues } from './move-form.ts';
import { useMoveEditing } from './use-move-editing.tsx';

type MoveLeadFormProps = {
  lead: Lead;
  to: LeadStatus | undefined;
  onCorrect: (() => void) | undefined;
  onClose: () => void;
};

/** Moves a lead (specification, section 4); Save waits for the contract's rules. */
export function MoveLeadForm({ lead, to, onCorrect, onClose }: MoveLeadFormProps) {
  const t = useTranslations('leadStatus');
  const { form, before, verdict, isManagement, dialog, notice } = useMoveEditing(
    lead,
    {
      draft: `moveLead:${lead._id}`,
      begin(lead, { today, isManagement }) {
        const values = toMoveFormValues(lead, today);
        const mayMove = to && listAllowedStatuses(lead.status, isManagement).includes(to);
        return mayMove ? { ...values, status: to } : values;
      },
    },
    onClose,
  );
  const bookFor = ({ date, time }: RequestedSlot) => {
    const booking = { status: 'booked', appointmentDate: date, appointmentTime: time ?? '' } as const;
    for (const [field, value] of Object.entries(booking))
      form.setValue(field as MoveField, value, { shouldDirty: true });
    void dialog.onSubmit();
  };
  return (
    <FormDialog {...dialog} title={t('change')} notice={notice}>
      <MoveLeadFacts lead={lead} onEdit={onCorrect && (() => leaveWithoutAsking(onCorrect))} />
      <MoveFields
        form={form}
        lead={before}
        verdict={verdict}
        isManagement={isManagement}
        isStatusChosen={to !== undefined}
        onBook={bookFor}
      />
    </FormDialog>
  );
}

const facts = [
  ...(['phone', 'email', 'vehicleNumber', 'serviceOrCampaign', 'serviceCenter'] as const),
  ...(['platform', 'createdAt'] as const),
];

function MoveLeadFacts({ lead, onEdit }: { lead: Lead; onEdit?: () => void }) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads.fields');
  const textOf = useFormatLeadField();
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
