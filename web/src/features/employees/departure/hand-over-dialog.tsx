import { keepPreviousData, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import {
  type Employee,
  handOverLeads,
  listOpenLeadsOfEmployee,
  maxHandedOverLeads,
  type RefusedHandOver,
} from '#contract/employees.ts';
import type { LeadList } from '#contract/leads/leads.ts';
import type { Person } from '#contract/people.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import { PageBar } from '#web/ui/list/page-bar.tsx';
import classes from './departure.module.css';
import { AdvisedLeadsLink, ReceiverChoice } from './receiver-choice.tsx';

export function HandOverDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const errorText = useErrorText();
  const [page, setPage] = useState(1);
  const [receiver, setReceiver] = useState<Person>();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const params = { id: employee._id };
  const open = useQuery({
    ...endpointQuery(listOpenLeadsOfEmployee, { params, query: { page } }),
    placeholderData: keepPreviousData,
  });
  const handOver = useMutation({
    mutationFn: (body: EndpointBodyInput<typeof handOverLeads>) => mutate(handOverLeads, { params, body }),
  });
  const { name } = employee;
  const { totalLeadsCount: count } = open.data ?? {};

  const explain = (to: Person, refused: RefusedHandOver[], left: number) => {
    const reason = refused.every((lead) => lead.reason === 'otherCenter') ? 'otherCenter' : 'notOpen';
    const names = refused.slice(0, 3).map((lead) => lead.name ?? '…');
    const more = left - names.length;
    return t(`left.${reason}`, { count: left, names: names.join(', '), more, to: to.name });
  };
  const pass = async (to: Person) => {
    setNotice(undefined);
    try {
      const leads = ticked.length > 0 ? [...ticked] : undefined;
      const { handedOver, left, refused } = await handOver.mutateAsync({ to: to._id, leads });
      if (handedOver > 0) toast.success(t('handedOver', { count: handedOver, to: to.name }));
      setTicked([]);
      setPage(1);
      if (left > 0) setNotice(explain(to, refused, left));
      else if (leads && handedOver < (count ?? 0)) setReceiver(undefined);
      else leaveWithoutAsking(onClose);
    } catch (error) {
      setNotice(errorText(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (receiver) return void pass(receiver);
    setFault(t('receiverMissing'));
    field.current?.focus();
  };

  return (
    <FormDialog
      title={t('handOverTitle', { name })}
      submit={ticked.length > 0 ? t('handOverSome', { count: ticked.length }) : t('handOverAll')}
      isDirty={ticked.length > 0}
      isSubmitting={handOver.isPending}
      isSubmitDisabled={!count}
      onSubmit={submit}
      onClose={onClose}
      failure={
        notice && (
          <Notice isAnswer tone="warning">
            {notice}
          </Notice>
        )
      }
    >
      <ReceiverChoice
        ref={field}
        from={employee}
        value={receiver}
        onChange={(chosen) => {
          setReceiver(chosen);
          setFault(undefined);
        }}
        placeholder={t('receiverChoose')}
        error={fault}
      />
      <AdvisedLeadsLink employee={employee} />
      <OpenLeads
        name={name}
        list={open}
        page={page}
        onPage={setPage}
        ticked={ticked}
        onTick={(leads) => setTicked(leads.slice(0, maxHandedOverLeads))}
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
