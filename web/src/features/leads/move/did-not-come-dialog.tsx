import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { saveBookingOutcome, useBookingOutcome } from '#web/features/leads/booking/use-booking-outcome.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { useReportPresence } from '#web/lib/live/report-presence.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';
import { MoveFields } from './move-fields.tsx';
import { toMoveFormValues } from './move-form.ts';
import { useMoveEditing } from './use-move-editing.tsx';

/** Asks what comes next for a lead whose customer did not come to the appointment. */
export function DidNotComeDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('bookingOutcomes');
  useReportPresence(id);
  return (
    <RecordDialog
      query={useQuery(leadQuery(id))}
      title={t('outcomes.didNotCome')}
      fields={4}
      onClose={onClose}
    >
      {(lead) => <DidNotComeForm lead={lead} onClose={onClose} />}
    </RecordDialog>
  );
}

/** Says that a customer did not come and, in the same step, what comes next of the lead. */
function DidNotComeForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const t = useTranslations('bookingOutcomes');
  const tellSaved = useUndoOffer({
    line: ({ name }: Lead) => t('lines.didNotCome', { name }),
    undo: ({ _id, version }) => saveBookingOutcome(_id, { outcome: 'expected', version }),
    undone: () => t('takenBack'),
  });
  const { run, isPending } = useBookingOutcome(lead);
  const { form, before, verdict, isManagement, dialog, notice } = useMoveEditing(
    lead,
    {
      draft: `didNotCome:${lead._id}`,
      begin: (lead, { today }) => ({
        ...toMoveFormValues(lead, today),
        ...{ appointmentDate: '', appointmentTime: '' },
        ...(lead.status === 'booked' && { status: 'potential', nextFollowUpDate: addDays(today, 1) }),
      }),
      send: ({ params, body: { version, ...move } }) =>
        saveBookingOutcome(params.id, { outcome: 'didNotCome', move, version }),
      tellSaved,
    },
    onClose,
  );
  const leave = async () => {
    const isDone = await run('didNotCome');
    if (isDone) leaveWithoutAsking(onClose);
  };
  return (
    <FormDialog
      {...dialog}
      title={t('next.title', { name: before.name })}
      isSubmitting={dialog.isSubmitting || isPending}
      otherSubmit={{ label: t('next.leave'), onSubmit: () => void leave() }}
      notice={notice}
    >
      <MoveFields
        form={form}
        lead={before}
        verdict={verdict}
        isManagement={isManagement}
        isStatusChosen={false}
        nextSteps={{
          potential: t('next.followUp'),
          booked: t('next.booked'),
          lostCustomer: t('next.lost'),
        }}
        onBook={() => undefined}
      />
    </FormDialog>
  );
}
