import { IconCalendarWeek } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { countLeadsByStatus, createLead } from '#contract/leads/leads.ts';
import { customerCallingLevels } from '#contract/levels.ts';
import classes from '#web/features/leads/lists/lists.module.css';
import { LeadStatusCards } from '#web/features/leads/lists/status-cards.tsx';
import { prefetchQueue } from '#web/features/leads/queue/queue.queries.ts';
import { CallQueueList } from '#web/features/leads/queue/queue.tsx';
import { getQueueFilters, type QueueSearch, queueSearch } from '#web/features/leads/queue/queue-search.ts';
import { WorkPanel } from '#web/features/leads/working/work-panel.tsx';
import { queueWorklist, useStartWork } from '#web/features/leads/working/worklist.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { session, useSession } from '#web/lib/session/session.ts';
import { listUrlOptions } from '#web/lib/url/list-search.ts';
import { omitRecordParams } from '#web/lib/url/preserved-search.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { useCreateButton } from '#web/ui/list/create-button.tsx';

export const Route = createFileRoute('/main/dashboard')({
  ...listUrlOptions(queueSearch),
  loaderDeps: ({ search }) => omitRecordParams(search),
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(
      endpointQuery(countLeadsByStatus, { query: { serviceCenter: deps.serviceCenter } }),
    );
    if (session.get()?.level === 'service') prefetchQueue(queryClient, deps);
  },
  component: Dashboard,
});

function Dashboard() {
  const t = useTranslations('dashboard');
  const url = Route.useSearch();
  // Management's queue is on its own screen.
  const level = useSession()?.level;
  const isService = level === 'service';
  return (
    <Page
      title={t('title')}
      action={
        <div className={`button-row ${classes.actions}`}>
          <ListLink />
          {mayCall(createLead, level) && <AddLead />}
        </div>
      }
    >
      <LeadStatusCards serviceCenter={url.serviceCenter} to="/main/leadsByStatus/$status" />
      {isService && <OwnQueue url={url} />}
    </Page>
  );
}

// The board for those who book, who have recent leads in the tab beside it.
function ListLink() {
  const t = useTranslations('periodLeads');
  const level = useSession()?.level;
  const mayBook = customerCallingLevels.some((one) => one === level);
  return (
    <LinkButton
      variant="default"
      leftSection={<IconCalendarWeek size={16} stroke={1.75} />}
      to={mayBook ? '/main/bookings' : '/main/daily'}
    >
      {t(mayBook ? 'bookings' : 'byPeriod')}
    </LinkButton>
  );
}

function AddLead() {
  const t = useTranslations('leads');
  const { openDialog } = useDialogs();
  return useCreateButton(t('addLead'), () => openDialog('lead.new'));
}

function OwnQueue({ url }: { url: QueueSearch }) {
  const narrowing = getQueueFilters(url);
  const worklist = queueWorklist(narrowing);
  const work = useStartWork(worklist);
  return (
    <>
      <CallQueueList url={url} onStart={work.start} isStarting={work.isStarting} />
      {url.work && <WorkPanel id={url.work} worklist={worklist} />}
    </>
  );
}
