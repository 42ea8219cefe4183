import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useController } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { type Employee, editEmployee, handOverLeads, listOpenLeadsOfEmployee } from '#contract/employees.ts';
import type { LeadList } from '#contract/leads/leads.ts';
import type { Person } from '#contract/people.ts';
import { mayChangeEmployee } from '#web/features/employees/assignment/may-assign.ts';
import { EmployeeRecord } from '#web/features/employees/employee-record.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { useForm } from '#web/ui/form/use-form.tsx';
import classes from './departure.module.css';
import { AdvisedLeadsLink, ReceiverChoice } from './receiver-choice.tsx';
import { useReactivate } from './use-reactivate.ts';

export function DeactivateDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('employees');
  const self = useSession();
  return (
    <EmployeeRecord
      id={id}
      title={t('deactivate')}
      fields={1}
      isAllowed={(employee) => employee.isActive && mayChangeEmployee(self, employee)}
      onClose={onClose}
    >
      {(employee) => <Departure employee={employee} onClose={onClose} />}
    </EmployeeRecord>
  );
}

type DepartureProps = { employee: Employee; onClose: () => void };

function Departure(props: DepartureProps) {
  const t = useTranslations('employees');
  const { _id: id, name } = props.employee;
  const open = useQuery(endpointQuery(listOpenLeadsOfEmployee, { params: { id }, query: { page: 1 } }));
  // It asks for a receiver only where there are leads; whoever cannot know may still deactivate.
  const query = { data: open.isPending ? undefined : open, error: null, refetch: open.refetch };
  return (
    <RecordDialog query={query} title={t('deactivateTitle', { name })} fields={1} onClose={props.onClose}>
      {({ data, error }) => <DeactivateForm {...props} open={data} error={error} />}
    </RecordDialog>
  );
}

type DeactivateFormProps = DepartureProps & {
  open: LeadList | undefined;
  error: unknown;
};

const departureForm = z.object({ receiver: z.custom<Person>().optional() });

function DeactivateForm({ employee, open, error, onClose }: DeactivateFormProps) {
  const t = useTranslations('employees');
  const errorText = useErrorText();
  const { replaceDialog } = useDialogs();
  const { reactivate } = useReactivate(employee);
  const hasLeadsLeft = useRef(false);
  const { _id: id, name } = employee;
  const params = { id };
  const offerToUndo = useUndoOffer({
    done: () => t('deactivated', { name }),
    line: () => t('deactivatedLine', { name }),
    undo: reactivate,
  });
  const count = open?.totalLeadsCount;

  const passOn = async (to: Person) => {
    try {
      const { handedOver, left } = await mutate(handOverLeads, { params, body: { to: to._id } });
      toast.success(t('deactivatedHandedOver', { name, count: handedOver, to: to.name }));
      hasLeadsLeft.current = left > 0;
    } catch (error) {
      toast.error(`${t('deactivated', { name })}. ${t('notHandedOver')} ${errorText(error)}`);
      hasLeadsLeft.current = true;
    }
  };
  const { form, dialog } = useForm<z.input<typeof departureForm>, z.output<typeof departureForm>>({
    schema: departureForm,
    record: { receiver: undefined },
    isNew: true,
    async save({ receiver }) {
      await mutate(editEmployee, { params, body: { isActive: false } });
      if (receiver) return passOn(receiver);
      offerToUndo(undefined);
    },
    onClose: () => (hasLeadsLeft.current ? replaceDialog('employee.handOver', id) : onClose()),
  });
  const { field } = useController({ control: form.control, name: 'receiver' });

  return (
    <FormDialog {...dialog} title={t('deactivateTitle', { name })} submit={t('deactivate')} isDestructive>
      <p>{t('deactivateText')}</p>
      <p className={classes.count} aria-live="polite">
        {open
          ? t('openLeads', { name, count: open.totalLeadsCount, more: open.isTotalCapped ? '+' : '' })
          : errorText(error)}
      </p>
      {count !== 0 && (
        <>
          <AdvisedLeadsLink employee={employee} />
          <ReceiverChoice
            from={employee}
            value={field.value}
            onChange={field.onChange}
            placeholder={t('receiverLater')}
          />
        </>
      )}
    </FormDialog>
  );
}
