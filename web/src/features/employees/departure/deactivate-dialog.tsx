import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Employee, editEmployee, handOverLeads, listOpenLeadsOfEmployee } from '#contract/employees.ts';
import type { LeadList } from '#contract/leads/leads.ts';
import type { Person } from '#contract/people.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';
import classes from './departure.module.css';
import { AdvisedLeadsLink, ReceiverChoice } from './receiver-choice.tsx';
import { useReactivate } from './use-reactivate.ts';

type DeactivateDialogProps = {
  employee: Employee;
  onClose: () => void;
  onLeadsLeft: () => void;
};

export function DeactivateDialog(props: DeactivateDialogProps) {
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

type DeactivateFormProps = DeactivateDialogProps & {
  open: LeadList | undefined;
  error: unknown;
};

function DeactivateForm({ employee, open, error, onClose, onLeadsLeft }: DeactivateFormProps) {
  const t = useTranslations('employees');
  const errorText = useErrorText();
  const [receiver, setReceiver] = useState<Person>();
  const [notice, setNotice] = useState<string>();
  const params = { id: employee._id };
  const deactivate = useMutation({
    mutationFn: () => mutate(editEmployee, { params, body: { isActive: false } }),
  });
  const handOver = useMutation({
    mutationFn: (to: string) => mutate(handOverLeads, { params, body: { to } }),
  });
  const { reactivate } = useReactivate(employee);
  const { name } = employee;
  const offerToUndo = useUndoOffer({
    done: () => t('deactivated', { name }),
    line: () => t('deactivatedLine', { name }),
    undo: reactivate,
  });
  const count = open?.totalLeadsCount;

  const passOn = async (to: Person) => {
    try {
      const { handedOver, left } = await handOver.mutateAsync(to._id);
      toast.success(t('deactivatedHandedOver', { name, count: handedOver, to: to.name }));
      leaveWithoutAsking(left > 0 ? onLeadsLeft : onClose);
    } catch (error) {
      toast.error(`${t('deactivated', { name })}. ${t('notHandedOver')} ${errorText(error)}`);
      leaveWithoutAsking(onLeadsLeft);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setNotice(undefined);
    try {
      await deactivate.mutateAsync();
    } catch (error) {
      setNotice(errorText(error));
      return;
    }
    if (receiver) return passOn(receiver);
    leaveWithoutAsking(onClose);
    offerToUndo(undefined);
  };

  return (
    <FormDialog
      title={t('deactivateTitle', { name })}
      submit={t('deactivate')}
      isDestructive
      isDirty={receiver !== undefined && !deactivate.isSuccess}
      isSubmitting={deactivate.isPending || handOver.isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      failure={notice && <Notice>{notice}</Notice>}
    >
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
            value={receiver}
            onChange={setReceiver}
            placeholder={t('receiverLater')}
          />
        </>
      )}
    </FormDialog>
  );
}
