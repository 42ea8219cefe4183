import { IconArrowLeft, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { type LeadVersion, listLeadHistory } from '#contract/leads/lead-history.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import type { Lead } from '#contract/leads/leads.ts';
import classes from '#web/features/leads/history/history-page.module.css';
import { HistoryTimeline } from '#web/features/leads/history/history-timeline.tsx';
import { createActionsColumn, LeadCard, useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import type { LeadColumn } from '#web/features/leads/record/lead-fields.tsx';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useBackLink } from '#web/lib/url/back-link.ts';
import { listUrlOptions, pageSearch } from '#web/lib/url/list-search.ts';
import { dialogParam, useDialogs } from '#web/lib/url/use-dialogs.ts';
import { StatusBadge } from '#web/ui/feedback/status-dot.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { RecordList, type RecordListProps } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction, RowName } from '#web/ui/rows/row-parts.tsx';

const isEntryId = (text: string) => z.uuid().safeParse(text).success;

const historyQuery = (entryId: string, page: number) =>
  endpointPage(listLeadHistory, { params: { entryId }, query: { page } });

export const Route = createFileRoute('/main/leadHistory/$entryId')({
  ...listUrlOptions(pageSearch),
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader({ context, params: { entryId }, deps: { page } }) {
    if (!isEntryId(entryId)) return;
    void context.queryClient.prefetchQuery(leadQuery(entryId));
    void context.queryClient.prefetchQuery(historyQuery(entryId, page));
  },
  component: LeadHistory,
});

function LeadHistory() {
  const { entryId } = Route.useParams();
  return isEntryId(entryId) ? <History key={entryId} entryId={entryId} /> : <NoHistory />;
}

function History({ entryId }: { entryId: string }) {
  const { page } = Route.useSearch();
  const t = useTranslations('leadHistory');
  const { openDialog } = useDialogs();
  const navigate = Route.useNavigate();
  const { data: lead } = useQuery(leadQuery(entryId));
  const list = useQuery(historyQuery(entryId, page));
  const { rows, total, totalPages = 0 } = list.data ?? {};
  const next = useQuery({ ...historyQuery(entryId, page + 1), enabled: page < totalPages });

  if (list.error instanceof ApiError && list.error.status === 404) return <NoHistory />;
  const view = ({ entryId: of, version }: LeadVersion) => {
    const id = `${of}.${version}`;
    if (of === entryId) openDialog('lead.version', id);
    else void navigate({ params: { entryId: of }, search: { dialog: dialogParam('lead.version', id) } });
  };
  const before = page < totalPages && !next.isPlaceholderData ? next.data?.rows[0] : undefined;
  return (
    <Page
      title={t('title')}
      total={total}
      action={<WayBack lead={lead} />}
      filters={lead && <LeadLine lead={lead} />}
    >
      <div className={classes.columns}>
        <div className={classes.versions}>
          <Versions list={list} page={page} entryId={entryId} onView={view} />
        </div>
        {/* A lead has at least one version: a page without any is past the end. */}
        {!(list.error && !rows) && (
          <HistoryTimeline versions={rows?.length ? rows : undefined} before={before} entryId={entryId} />
        )}
      </div>
    </Page>
  );
}

type VersionsProps = {
  list: RecordListProps<LeadVersion>['list'];
  page: number;
  entryId: string;
  onView: (version: LeadVersion) => void;
};

function Versions({ list, page, entryId, onView }: VersionsProps) {
  const t = useTranslations('leadHistory');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const { vehicleNumber, phone } = useLeadColumns();
  const date = (version: LeadVersion) => (
    <RowName onOpen={() => onView(version)}>{formats.moment(version.createdAt)}</RowName>
  );
  const view = (version: LeadVersion) => (
    <RowAction
      icon={IconEye}
      label={t('viewOf', { version: version.version })}
      onClick={() => onView(version)}
    />
  );
  const named = (version: LeadVersion) => (
    <>
      {version.name}
      {version.entryId !== entryId && <p className="quiet">{t('ofJoined')}</p>}
    </>
  );
  const columns: LeadColumn<LeadVersion>[] = [
    { key: 'date', header: t('historyDate'), width: '132px', cell: date, card: 'title' },
    { key: 'name', header: ui('name'), cell: named, card: 'below' },
    vehicleNumber,
    phone,
    createActionsColumn(ui('actions'), '76px', view),
  ];
  const by = {
    key: 'by',
    header: '',
    cell: (version: LeadVersion) => version.lastModifiedBy.name,
    card: 'last',
  } as const;
  return (
    <RecordList
      label={t('list')}
      list={list}
      page={page}
      columns={columns}
      card={(version) => <LeadCard lead={version} columns={[...columns, by]} />}
      onOpen={onView}
    />
  );
}

function WayBack({ lead }: { lead: Lead | undefined }) {
  const t = useTranslations('leadHistory');
  const level = useSession()?.level;
  const back = useBackLink();
  const ofStatus = mayCall(listManagementLeads, level)
    ? '/main/manageMentLead/$status'
    : '/main/leadsByStatus/$status';
  const list = { to: ofStatus, params: { status: lead?.status ?? 'pending' } } as const;
  return (
    <LinkButton
      variant="default"
      leftSection={<IconArrowLeft size={16} stroke={1.75} />}
      {...(back?.link ?? list)}
    >
      {t(back?.isOneLead ? 'backToLead' : 'backToList')}
    </LinkButton>
  );
}

function LeadLine({ lead }: { lead: Lead }) {
  const leads = useTranslations('leads');
  return (
    <p className={classes.lead}>
      <strong>{lead.name}</strong>
      <PhoneLink phone={lead.phone} />
      <StatusBadge status={lead.status}>{leads(`statuses.${lead.status}`)}</StatusBadge>
      {!lead.isActive && <span>{leads('archived')}</span>}
      {lead.mergedInto && (
        <Link to="/main/leadHistory/$entryId" params={{ entryId: lead.mergedInto }}>
          {leads('mergedInto')}
        </Link>
      )}
    </p>
  );
}

function NoHistory() {
  const t = useTranslations('leadHistory');
  return (
    <Page title={t('title')}>
      <div className="centered" style={{ minHeight: '50vh' }}>
        <EmptyState
          title={t('empty')}
          why={t('emptyWhy')}
          action={
            <LinkButton variant="default" to="/">
              {t('back')}
            </LinkButton>
          }
        />
      </div>
    </Page>
  );
}
