import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Employee, editEmployee, handOverLeads, listOpenLeadsOf } from '#contract/employees.ts';
import type { Person } from '#contract/people.ts';
import { change } from '#web/lib/api/change.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { offerUndo } from '#web/ui/feedback/quiet-lines.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';
import classes from './departure.module.css';
import { AdvisedLink, ReceiverChoice } from './receiver-choice.tsx';
import { useReactivate } from './use-reactivate.ts';

type DeactivateDialogProps = {
  employee: Employee;
  onClose: () => void;
  /** Deactivated, but leads are left. */
  onLeadsLeft: () => void;
};

export function DeactivateDialog({ employee, onClose, onLeadsLeft }: DeactivateDialogProps) {
  const t = useTranslations('employees');
  const errorText = useErrorText();
  const [receiver, setReceiver] = useState<Person>();
  const [notice, setNotice] = useState<string>();
  const params = { id: employee._id };
  const open = useQuery(endpointQuery(listOpenLeadsOf, { params, query: { page: 1 } }));
  const deactivate = useMutation({
    mutationFn: () => change(editEmployee, { params, body: { isActive: false } }),
  });
  const handOver = useMutation({
    mutationFn: (to: string) => change(handOverLeads, { params, body: { to } }),
  });
  const { reactivate } = useReactivate(employee);
  const { name } = employee;
  const count = open.data?.totalLeadsCount;

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
    toast.success(t('deactivated', { name }));
    offerUndo(t('deactivatedLine', { name }), () => void reactivate());
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
      <p className={classes.count} aria-live="polite" aria-busy={open.isPending}>
        {count !== undefined ? (
          t('openLeads', { name, count, more: open.data?.isTotalCapped ? '+' : '' })
        ) : open.error ? (
          errorText(open.error)
        ) : (
          <Skeleton width="40%" />
        )}
      </p>
      {count !== 0 && (
        <>
          <AdvisedLink employee={employee} />
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
