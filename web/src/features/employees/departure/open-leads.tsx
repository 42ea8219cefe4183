import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { LeadList } from '#contract/leads/leads.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import { PageBar } from '#web/ui/list/page-bar.tsx';
import classes from './departure.module.css';

type OpenLeadsProps = {
  name: string;
  list: UseQueryResult<LeadList>;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
  /** Ids, of any page. */
  ticked: readonly string[];
  onTick: (leads: string[]) => void;
};

export function OpenLeads({ name, list, page, onPage, ticked, onTick }: OpenLeadsProps) {
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
