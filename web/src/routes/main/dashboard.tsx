import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { countLeadsByStatus } from '#contract/leads/leads.ts';
import { PeriodLink } from '#web/features/leads/lists/lead-tabs.tsx';
import { StatusCards } from '#web/features/leads/lists/status-cards.tsx';
import { fetchQueue } from '#web/features/leads/queue/queue.queries.ts';
import { Queue } from '#web/features/leads/queue/queue.tsx';
import { narrowingOf, type QueueSearch, queueSearch } from '#web/features/leads/queue/queue-search.ts';
import { WorkPanel } from '#web/features/leads/working/work-panel.tsx';
import { queueWorklist, useStartWork } from '#web/features/leads/working/worklist.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { session, useSession } from '#web/lib/session/session.ts';
import { withoutDialogs } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';
import { Page } from '#web/ui/frame/page.tsx';

export const Route = createFileRoute('/main/dashboard')({
  ...listUrl(queueSearch),
  loaderDeps: ({ search }) => withoutDialogs(search),
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(
      endpointQuery(countLeadsByStatus, { query: { serviceCenter: deps.serviceCenter } }),
    );
    if (session.get()?.level === 'service') fetchQueue(queryClient, deps);
  },
  component: Dashboard,
});

function Dashboard() {
  const t = useTranslations('dashboard');
  const url = Route.useSearch();
  // Management's queue is on its own screen.
  const isService = useSession()?.level === 'service';
  return (
    <Page title={t('title')} action={<PeriodLink />}>
      <StatusCards serviceCenter={url.serviceCenter} to="/main/leadsByStatus/$status" />
      {isService && <OwnQueue url={url} />}
    </Page>
  );
}

function OwnQueue({ url }: { url: QueueSearch }) {
  const narrowing = narrowingOf(url);
  const worklist = queueWorklist(narrowing);
  const work = useStartWork(worklist);
  return (
    <>
      <Queue url={url} onStart={work.start} isStarting={work.isStarting} />
      {url.work && <WorkPanel id={url.work} worklist={worklist} />}
    </>
  );
}
