import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { historyQuery } from '#web/features/leads/history/history.queries.ts';
import { HistoryPage, NoHistory } from '#web/features/leads/history/history-page.tsx';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { listUrl, pageSearch } from '#web/lib/url/list-search.ts';

const historySearch = pageSearch.extend({
  /** The number of the version that is open. */
  version: z.coerce.number<number>().int().min(1).optional().catch(undefined),
});

const isEntryId = (text: string) => z.uuid().safeParse(text).success;

export const Route = createFileRoute('/main/leadHistory/$entryId')({
  ...listUrl(historySearch),
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
  const { page, version } = Route.useSearch();
  return isEntryId(entryId) ? (
    <HistoryPage key={entryId} entryId={entryId} page={page} version={version} />
  ) : (
    <NoHistory />
  );
}
