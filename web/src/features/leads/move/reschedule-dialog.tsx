import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { maxDaysAhead } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { FreePlaces } from '#web/features/leads/booking/free-places.tsx';
import { toWantedPlace } from '#web/features/leads/booking/wanted-place.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { useFormatSlot } from '#web/features/leads/record/use-requested-slot.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { useReportPresence } from '#web/lib/live/report-presence.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toChoicesFailure } from '#web/ui/choice/choice.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { DateField, TimeField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField } from '#web/ui/field/fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import { type MoveFormValues, toMoveFormValues } from './move-form.ts';
import { useMoveEditing } from './use-move-editing.tsx';

/** Moves a booking of a lead to another day, time or center. */
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
  const text = useContractText();
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
        <CenterField control={control} before={before} />
        <FreePlaces
          wanted={{ ...toWantedPlace(before), serviceCenter: watch('serviceCenter') }}
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

type CenterFieldProps = { control: Control<MoveFormValues>; before: Lead };

/** Offers the other centers of the employee, to whom the booking goes with its advisor left behind. */
function CenterField({ control, before: { serviceCenter } }: CenterFieldProps) {
  const t = useTranslations('leadStatus.fields');
  const ui = useTranslations('ui');
  const leads = useTranslations('leads');
  const session = useSession();
  const chosen = useWatch({ control, name: 'serviceCenter' });
  const query = useQuery(endpointQuery(listOwnServiceCenters));
  const centers = query.data?.filter(({ _id, isActive }) => isActive || _id === serviceCenter._id);
  const mayHaveOthers = session?.level !== 'service' || session.serviceCenter.length > 1;
  if (centers ? centers.length < 2 : !mayHaveOthers) return null;
  return (
    <SelectField
      control={control}
      name="serviceCenter"
      label={t('serviceCenter')}
      className={grid.wide}
      description={chosen === serviceCenter._id ? undefined : leads('moveWhy')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      isLoading={query.isLoading}
      failure={toChoicesFailure(query)}
      data={
        centers?.map(({ _id, name, isActive }) => ({
          value: _id,
          label: isActive ? name : ui('switchedOff', { name }),
        })) ?? [{ value: serviceCenter._id, label: serviceCenter.name }]
      }
    />
  );
}
