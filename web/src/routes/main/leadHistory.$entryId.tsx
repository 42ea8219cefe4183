import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { historyQuery } from '#web/features/leads/history.queries.ts';
import { HistoryPage, NoHistory } from '#web/features/leads/history-page.tsx';
import { leadQuery } from '#web/features/leads/leads.queries.ts';

const defaults = { page: 1 } as const;

const historySearch = z.object({
  page: z.coerce.number<number>().int().min(1).default(defaults.page).catch(defaults.page),
  /** The number of the version that is open. */
  version: z.coerce.number<number>().int().min(1).optional().catch(undefined),
});

const isEntryId = (text: string) => z.uuid().safeParse(text).success;

export const Route = createFileRoute('/main/leadHistory/$entryId')({
  validateSearch: historySearch,
  search: { middlewares: [stripSearchParams(defaults)] },
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
