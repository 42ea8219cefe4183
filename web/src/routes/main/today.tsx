import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { fetchQueue } from '#web/features/leads/queue/queue.queries.ts';
import { Queue } from '#web/features/leads/queue/queue.tsx';
import { narrowingOf, queueSearch } from '#web/features/leads/queue/queue-search.ts';
import { WorkPanel } from '#web/features/leads/working/work-panel.tsx';
import { queueWorklist, useStartWork } from '#web/features/leads/working/worklist.ts';
import { withoutDialogs } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';
import { Page } from '#web/ui/frame/page.tsx';

export const Route = createFileRoute('/main/today')({
  ...listUrl(queueSearch),
  loaderDeps: ({ search }) => withoutDialogs(search),
  loader: ({ context, deps }) => fetchQueue(context.queryClient, deps),
  component: Today,
});

function Today() {
  const t = useTranslations('queue');
  const url = Route.useSearch();
  const narrowing = narrowingOf(url);
  const worklist = queueWorklist(narrowing);
  const work = useStartWork(worklist);
  return (
    <Page title={t('screen')} tabs={<LeadTabs />}>
      <Queue url={url} onStart={work.start} isStarting={work.isStarting} centers={<CenterSelect />} />
      {url.work && <WorkPanel id={url.work} worklist={worklist} />}
    </Page>
  );
}
