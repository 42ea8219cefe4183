import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import {
  type Employee,
  handOverLeads,
  listOpenLeadsOfEmployee,
  maxHandedOverLeads,
  type RefusedHandOver,
} from '#contract/employees.ts';
import type { LeadList } from '#contract/leads/leads.ts';
import type { Person } from '#contract/people.ts';
import { mayChangeEmployee } from '#web/features/employees/assignment/may-assign.ts';
import { EmployeeRecord } from '#web/features/employees/employee-record.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useSession } from '#web/lib/session/session.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';
import { useForm } from '#web/ui/form/use-form.tsx';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import { PageBar } from '#web/ui/list/page-bar.tsx';
import classes from './departure.module.css';
import { AdvisedLeadsLink, ReceiverChoice } from './receiver-choice.tsx';

export function HandOverDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('employees');
  const self = useSession();
  return (
    <EmployeeRecord
      id={id}
      title={t('handOver')}
      fields={3}
      isAllowed={(employee) => mayChangeEmployee(self, employee)}
      onClose={onClose}
    >
      {(employee) => <HandOverForm employee={employee} onClose={onClose} />}
    </EmployeeRecord>
  );
}

const handOverForm = z.object({
  receiver: z.custom<Person | undefined>((person) => person !== undefined),
  ticked: z.array(z.string()),
});

function HandOverForm({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const [page, setPage] = useState(1);
  const [notice, setNotice] = useState<string>();
  const { _id: id, name } = employee;
  const params = { id };
  const open = useQuery({
    ...endpointQuery(listOpenLeadsOfEmployee, { params, query: { page } }),
    placeholderData: keepPreviousData,
  });
  const { totalLeadsCount: count } = open.data ?? {};

  const explain = (to: Person, refused: RefusedHandOver[], left: number) => {
    const reason = refused.every((lead) => lead.reason === 'otherCenter') ? 'otherCenter' : 'notOpen';
    const names = refused.slice(0, 3).map((lead) => lead.name ?? '…');
    const more = left - names.length;
    return t(`left.${reason}`, { count: left, names: names.join(', '), more, to: to.name });
  };
  const { form, dialog } = useForm<z.input<typeof handOverForm>, z.output<typeof handOverForm>>({
    schema: handOverForm,
    record: { receiver: undefined, ticked: [] },
    isNew: true,
    async save({ receiver: to, ticked }, { form }) {
      setNotice(undefined);
      if (!to) return;
      const leads = ticked.length > 0 ? ticked : undefined;
      const { handedOver, left, refused } = await mutate(handOverLeads, {
        params,
        body: { to: to._id, leads },
      });
      if (handedOver > 0) toast.success(t('handedOver', { count: handedOver, to: to.name }));
      form.setValue('ticked', []);
      setPage(1);
      if (left > 0) setNotice(explain(to, refused, left));
      else if (leads && handedOver < (count ?? 0)) form.setValue('receiver', undefined);
      else leaveWithoutAsking(onClose);
    },
  });
  const receiver = useController({ control: form.control, name: 'receiver' });
  const ticked = useWatch({ control: form.control, name: 'ticked' });

  return (
    <FormDialog
      {...dialog}
      title={t('handOverTitle', { name })}
      submit={ticked.length > 0 ? t('handOverSome', { count: ticked.length }) : t('handOverAll')}
      isDirty={ticked.length > 0}
      isSubmitDisabled={!count}
      onClose={onClose}
      failure={
        notice ? (
          <Notice isAnswer tone="warning">
            {notice}
          </Notice>
        ) : (
          dialog.failure
        )
      }
    >
      <ReceiverChoice
        ref={receiver.field.ref}
        from={employee}
        value={receiver.field.value}
        onChange={receiver.field.onChange}
        placeholder={t('receiverChoose')}
        error={receiver.fieldState.error && t('receiverMissing')}
      />
      <AdvisedLeadsLink employee={employee} />
      <OpenLeads
        name={name}
        list={open}
        page={page}
        onPage={setPage}
        ticked={ticked}
        onTick={(leads) => form.setValue('ticked', leads.slice(0, maxHandedOverLeads), { shouldDirty: true })}
      />
    </FormDialog>
  );
}

type OpenLeadsProps = {
  name: string;
  list: UseQueryResult<LeadList>;
  page: number;
  onPage: (page: number) => void;
  ticked: readonly string[];
  onTick: (leads: string[]) => void;
};

function OpenLeads({ name, list, page, onPage, ticked, onTick }: OpenLeadsProps) {
  const t = useTranslations('employees');
  const statuses = useTranslations('leads.statuses');
  const { leads, totalLeadsCount, totalPages, isTotalCapped } = list.data ?? {};
  if (list.error && !leads) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  const turn = (id: string, isTicked: boolean) =>
    onTick(isTicked ? [...ticked, id] : ticked.filter((other) => other !== id));
  return (
    <fieldset aria-busy={!leads}>
      <legend className={classes.legend}>
        {totalLeadsCount === undefined
          ? t('openLeadsTitle')
          : t('openLeads', { name, count: totalLeadsCount, more: isTotalCapped ? '+' : '' })}
      </legend>
      {leads ? (
        leads.map((lead) => (
          <div key={lead._id} className={classes.lead}>
            <CheckBox
              className={classes.name}
              label={lead.name}
              checked={ticked.includes(lead._id)}
              onChange={(event) => turn(lead._id, event.currentTarget.checked)}
            />
            <StatusDot status={lead.status}>{statuses(lead.status)}</StatusDot>
            <span className={classes.center}>{lead.serviceCenter.name}</span>
          </div>
        ))
      ) : (
        <Skeleton width="60%" />
      )}
      {totalPages !== undefined && totalPages > 1 && (
        <PageBar
          page={page}
          totalPages={totalPages}
          totalRows={totalLeadsCount}
          isTotalCapped={isTotalCapped}
          onPage={onPage}
        />
      )}
    </fieldset>
  );
}
