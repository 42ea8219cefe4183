import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Period } from '#contract/leads/lead-oversight.ts';
import { archiveLead, editLead, type Lead } from '#contract/leads/leads.ts';
import { useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { periodListQuery } from '#web/features/leads/record/leads.queries.ts';
import { useArchiveLead } from '#web/features/leads/record/use-archive-lead.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { searchFilter } from '#web/ui/filter/filters.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';
import { centerFilter, LeadList } from './lead-list.tsx';
import type { PeriodListSearch } from './lead-search.ts';
import { TodayTabs } from './lead-tabs.tsx';

type PeriodListProps = {
  period: Period;
  url: PeriodListSearch;
  centerSelect: ReactNode;
};

/** The screen of the leads that were entered today, this week or this month. */
export function PeriodList({ period, url, centerSelect }: PeriodListProps) {
  const t = useTranslations('periodLeads');
  const leads = useTranslations('leads');
  const { search, page, serviceCenter } = url;
  const { openDialog } = useDialogs();
  const askToArchive = useArchiveLead();
  const level = useSession()?.level;
  const mayEdit = mayCall(editLead, level);
  const pageOf = (page: number) => periodListQuery({ period, search, page, serviceCenter });
  const { createdAt, name, phone, offering, platform } = useLeadColumns();
  const actions = (lead: Lead) =>
    !lead.isErased && (
      <>
        <RowAction
          icon={IconEye}
          label={t('viewOf', { name: lead.name })}
          onClick={() => openDialog('lead.view', lead._id)}
        />
        {mayEdit && (
          <RowAction
            icon={IconPencil}
            label={t('updateOf', { name: lead.name })}
            onClick={() => openDialog('lead.edit', lead._id)}
          />
        )}
        {mayCall(archiveLead, level) && (
          <RowAction
            icon={IconTrash}
            label={t('deleteOf', { name: lead.name })}
            onClick={() => askToArchive(lead, true)}
          />
        )}
      </>
    );
  return (
    <LeadList
      title={t(`titles.${period}`)}
      tabs={<TodayTabs />}
      filters={[
        searchFilter(search, leads('searchHint')),
        // The service level has it in its menu.
        centerFilter(url, level !== 'service' && centerSelect),
      ]}
      url={url}
      list={useQuery(pageOf(page))}
      pageOf={pageOf}
      columns={[
        { ...createdAt, header: t('date') },
        { ...name, width: '26%' },
        { ...phone, header: t('phone') },
        offering,
        platform,
      ]}
      actions={{ width: '128px', of: actions }}
      empty={<NoneInPeriod period={period} />}
    />
  );
}

function NoneInPeriod({ period }: { period: Period }) {
  const t = useTranslations('periodLeads');
  const next = ({ daily: 'weekly', weekly: 'monthly', monthly: undefined } as const)[period];
  const longer = next && period !== 'monthly' && (
    <LinkButton variant="default" to={`/main/${next}`}>
      {t(`longer.${period}`)}
    </LinkButton>
  );
  return <EmptyState why={t(`emptyWhy.${period}`)} action={longer} />;
}
