import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { maxDaysAhead } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { editLead, type Lead } from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { FreePlaces } from '#web/features/leads/booking/free-places.tsx';
import { toWantedPlace } from '#web/features/leads/booking/wanted-place.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { useFormatSlot } from '#web/features/leads/record/use-requested-slot.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { useReportPresence } from '#web/lib/live/report-presence.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { DateField, TimeField } from '#web/ui/field/date-time-fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import { toMoveFormValues } from './move-form.ts';
import { useMoveEditing } from './use-move-editing.tsx';

export function RescheduleDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('leadStatus');
  useReportPresence(id);
  return (
    <RecordDialog query={useQuery(leadQuery(id))} title={t('reschedule')} fields={2} onClose={onClose}>
      {(lead) => <RescheduleForm lead={lead} onClose={onClose} />}
    </RecordDialog>
  );
}

function RescheduleForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const t = useTranslations('leadStatus');
  const places = useTranslations('places');
  const text = useContractText();
  const { replaceDialog } = useDialogs();
  const mayEdit = mayCall(editLead, useSession()?.level);
  const slotText = useFormatSlot();
  const today = useToday();
  const { form, before, verdict, dialog, notice } = useMoveEditing(
    lead,
    {
      draft: `rescheduleLead:${lead._id}`,
      // An appointment that has passed is replaced as a whole.
      begin: (lead, { today }) => ({
        ...toMoveFormValues(lead, today),
        ...((lead.appointmentDate ?? '') < today && { appointmentDate: '', appointmentTime: '' }),
      }),
    },
    onClose,
  );
  const { control, getFieldState, formState, watch, setValue, clearErrors } = form;
  const { appointmentDate: date, appointmentTime: time } = before;
  // What is no date says so itself, once left.
  const { appointmentDate: fault } = verdict.errors;
  const missing = fault === messages.invalidDate ? undefined : fault;
  const isRed = getFieldState('appointmentDate', formState).error !== undefined;
  return (
    <FormDialog {...dialog} title={t('reschedule')} size={560} notice={notice}>
      <p>
        <strong>{before.name}</strong>
        {date && <span className="quiet"> · {t('bookedFor', { when: slotText({ date, time }) })}</span>}
        {mayEdit && (
          <button type="button" className="text-action" onClick={() => replaceDialog('lead.edit', lead._id)}>
            {places('otherCenter')}
          </button>
        )}
      </p>
      <div className={grid.grid}>
        <DateField
          control={control}
          name="appointmentDate"
          label={t('fields.appointmentDate')}
          data-autofocus
          required
          today={today}
          minDate={today}
          maxDate={addDays(today, maxDaysAhead)}
          description={isRed || !missing ? undefined : text(missing)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onFocus={(event) => event.currentTarget.select()}
        />
        <TimeField control={control} name="appointmentTime" label={t('fields.appointmentTime')} />
        <FreePlaces
          wanted={toWantedPlace(before)}
          date={watch('appointmentDate')}
          time={watch('appointmentTime')}
          onChoose={(chosen) => {
            setValue('appointmentDate', chosen.date, { shouldDirty: true });
            setValue('appointmentTime', chosen.time, { shouldDirty: true });
            clearErrors();
          }}
        />
      </div>
    </FormDialog>
  );
}
