import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { maxDaysAhead } from '#contract/business.ts';
import { type Employee, setAwayUntil } from '#contract/employees.ts';
import { addDays, calendarDate } from '#contract/text/dates.ts';
import { EmployeeRecord } from '#web/features/employees/employee-record.tsx';
import { mutate } from '#web/lib/api/mutate.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { DateField } from '#web/ui/field/date-time-fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { maySetAway } from './may-set-away.ts';

/** Sets until when an employee is away. */
export function AwayDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('employees');
  const self = useSession();
  return (
    <EmployeeRecord
      id={id}
      title={t('away')}
      fields={1}
      isAllowed={(employee) => maySetAway(self, employee)}
      onClose={onClose}
    >
      {(employee) => <AwayForm employee={employee} onClose={onClose} />}
    </EmployeeRecord>
  );
}

const awayForm = z.object({ awayUntil: z.union([calendarDate, z.literal('').transform(() => null)]) });

function AwayForm({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const formats = useFormats();
  const today = useToday();
  const { _id: id, name, awayUntil: before } = employee;
  const save = (awayUntil: string | null) => mutate(setAwayUntil, { params: { id }, body: { awayUntil } });
  const offerToUndo = useUndoOffer({
    line: ({ awayUntil }: Employee) =>
      awayUntil ? t('awayLine', { name, date: formats.nearDate(awayUntil, today) }) : t('backLine', { name }),
    undo: () => save(before),
  });
  const { form, submit, dialog } = useForm<z.input<typeof awayForm>, z.output<typeof awayForm>>({
    schema: awayForm,
    record: { awayUntil: before ?? '' },
    draft: `away:${id}`,
    save: async ({ awayUntil }) => offerToUndo(await save(awayUntil)),
    onClose,
  });
  const endAbsence = () => {
    form.setValue('awayUntil', '', { shouldDirty: true });
    void submit();
  };
  return (
    <FormDialog
      {...dialog}
      title={t('awayTitle', { name })}
      otherSubmit={before ? { label: t('back'), onSubmit: endAbsence } : undefined}
    >
      <DateField
        control={form.control}
        name="awayUntil"
        label={t('away')}
        description={t('awayWhy')}
        data-autofocus
        today={today}
        yearless="next"
        minDate={today}
        maxDate={addDays(today, maxDaysAhead)}
      />
    </FormDialog>
  );
}
