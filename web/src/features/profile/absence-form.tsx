import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { maxDaysAhead } from '#contract/business.ts';
import { type Absence, getOwnAbsence, setOwnAbsence } from '#contract/session.ts';
import { addDays, calendarDate } from '#contract/text/dates.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { DateField } from '#web/ui/field/date-time-fields.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';

const absenceForm = z.object({ awayUntil: z.union([calendarDate, z.literal('').transform(() => null)]) });

const asTyped = ({ awayUntil }: Absence) => ({ awayUntil: awayUntil ?? '' });

/** The form in which the user says until when they are away. */
export function OwnAbsence() {
  const query = useQuery(endpointQuery(getOwnAbsence));
  return (
    <Loaded query={query} instead={<RecordSkeleton lines={2} />}>
      {(absence) => <AbsenceForm absence={absence} />}
    </Loaded>
  );
}

function AbsenceForm({ absence }: { absence: Absence }) {
  const t = useTranslations('profile');
  const formats = useFormats();
  const today = useToday();
  const { form, ...edited } = useForm<z.input<typeof absenceForm>, z.output<typeof absenceForm>>({
    schema: absenceForm,
    record: asTyped(absence),
    draft: 'absence',
    async save(body, { show }) {
      const saved = await mutateIntoCache(setOwnAbsence, { body }, getOwnAbsence);
      show(asTyped(saved));
      const { awayUntil } = saved;
      toast.success(
        awayUntil ? t('awaySaved', { date: formats.nearDate(awayUntil, today) }) : t('awayEnded'),
      );
    },
  });
  return (
    <SettingsForm edited={edited}>
      <DateField
        control={form.control}
        name="awayUntil"
        label={t('awayUntil')}
        today={today}
        yearless="next"
        minDate={today}
        maxDate={addDays(today, maxDaysAhead)}
      />
    </SettingsForm>
  );
}
