import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isErased } from '#contract/leads/erased-lead.ts';
import type { Period } from '#contract/leads/lead-oversight.ts';
import { archiveLead, editLead, type Lead } from '#contract/leads/leads.ts';
import { EditLeadDialog } from '#web/features/leads/form/form-dialogs.ts';
import { LeadListPanel, useOpenInPanel } from '#web/features/leads/panel/lead-list-panel.tsx';
import { LeadCard } from '#web/features/leads/record/lead-card.tsx';
import { actionsColumn, useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { ArchiveDialog, LeadDetailsDialog } from '#web/features/leads/record/lead-dialogs.ts';
import { LeadTabs } from '#web/features/leads/record/lead-tabs.tsx';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { searchFilter } from '#web/ui/filter/filters.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';
import { type PeriodSearch, periodListQuery } from './period.queries.ts';

type PeriodPageProps = {
  period: Period;
  search: PeriodSearch;
  centerSelect: ReactNode;
};

export function PeriodPage({ period, search: url, centerSelect }: PeriodPageProps) {
  const t = useTranslations('periodLeads');
  const leads = useTranslations('leads');
  const ui = useTranslations('ui');
  const { search, page, serviceCenter, view, edit } = url;
  const { open, close } = useListUrl();
  const level = useSession()?.level;
  const mayEdit = mayCall(editLead, level);
  const [deleting, setDeleting] = useState<Lead>();

  const onOpen = useOpenInPanel(url);
  const onView = (lead: Lead) => open({ view: lead._id });
  const pageOf = (page: number) => periodListQuery(period, { ...url, page });
  const list = useQuery(pageOf(page));
  const { createdAt, name, phone, offering, platform } = useLeadColumns();
  const actions = (lead: Lead) =>
    !isErased(lead) && (
      <>
        <RowAction icon={IconEye} label={t('viewOf', { name: lead.name })} onClick={() => onView(lead)} />
        {mayEdit && (
          <RowAction
            icon={IconPencil}
            label={t('updateOf', { name: lead.name })}
            onClick={() => open({ edit: lead._id })}
          />
        )}
        {mayCall(archiveLead, level) && (
          <RowAction
            icon={IconTrash}
            label={t('deleteOf', { name: lead.name })}
            onClick={() => setDeleting(lead)}
          />
        )}
      </>
    );
  const columns = [
    { ...createdAt, header: t('date') },
    { ...name(onOpen), width: '26%' },
    { ...phone, header: t('phone') },
    offering,
    platform,
    actionsColumn(ui('actions'), '128px', actions),
  ];
  return (
    <ListScreen
      title={t(`titles.${period}`)}
      tabs={<LeadTabs />}
      filters={[
        searchFilter(search, leads('searchHint')),
        {
          names: ['serviceCenter'],
          isOn: serviceCenter !== undefined,
          // The service level has it in its menu.
          control: level !== 'service' && centerSelect,
        },
      ]}
      list={list}
      page={page}
      columns={columns}
      card={(lead) => <LeadCard lead={lead} columns={columns} />}
      onOpen={onOpen}
      openId={url.lead}
      empty={<NoneInPeriod period={period} />}
    >
      <LeadListPanel url={url} list={list} pageOf={pageOf} />
      {view && <LeadDetailsDialog key={view} id={view} onClose={() => close('view')} />}
      {edit && mayEdit && <EditLeadDialog key={edit} id={edit} onClose={() => close('edit')} />}
      {deleting && <ArchiveDialog isDeletion lead={deleting} onClose={() => setDeleting(undefined)} />}
    </ListScreen>
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
