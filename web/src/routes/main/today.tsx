import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { TodayTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { prefetchQueue } from '#web/features/leads/queue/queue.queries.ts';
import { CallQueueList } from '#web/features/leads/queue/queue.tsx';
import { getQueueFilters, queueSearch } from '#web/features/leads/queue/queue-search.ts';
import { WorkPanel } from '#web/features/leads/working/work-panel.tsx';
import { queueWorklist, useStartWork } from '#web/features/leads/working/worklist.ts';
import { listUrlOptions } from '#web/lib/url/list-search.ts';
import { omitRecordParams } from '#web/lib/url/preserved-search.ts';
import { Page } from '#web/ui/frame/page.tsx';

export const Route = createFileRoute('/main/today')({
  ...listUrlOptions(queueSearch),
  loaderDeps: ({ search }) => omitRecordParams(search),
  loader: ({ context, deps }) => prefetchQueue(context.queryClient, deps),
  component: Today,
});

function Today() {
  const t = useTranslations('queue');
  const url = Route.useSearch();
  const narrowing = getQueueFilters(url);
  const worklist = queueWorklist(narrowing);
  const work = useStartWork(worklist);
  return (
    <Page title={t('screen')} tabs={<TodayTabs />}>
      <CallQueueList url={url} onStart={work.start} isStarting={work.isStarting} centers={<CenterSelect />} />
      {url.work && <WorkPanel id={url.work} worklist={worklist} />}
    </Page>
  );
}
