import { createFileRoute, notFound, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { dayRanges, textLength } from '#contract/business.ts';
import { calendarDate } from '#contract/dates.ts';
import { leadStatus } from '#contract/leads.ts';
import { CenterSelect } from '#web/features/frame/center-select.tsx';
import { statusListQuery } from '#web/features/leads/leads.queries.ts';
import { StatusPage } from '#web/features/leads/status-page.tsx';
import { StatusTabs } from '#web/features/leads/status-tabs.tsx';
import { queryOf } from '#web/features/leads/status-view.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { useSession } from '#web/lib/use-session.ts';

const defaults = { search: '', page: 1 } as const;
const date = calendarDate.optional().catch(undefined);

const statusSearch = z.object({
  search: z.string().trim().max(textLength.search).default(defaults.search).catch(defaults.search),
  page: z.coerce.number<number>().int().min(1).default(defaults.page).catch(defaults.page),
  startDate: date,
  endDate: date,
  serviceID: z.uuid().optional().catch(undefined),
  days: z.coerce
    .number<number>()
    .pipe(z.union(dayRanges.map((days) => z.literal(days))))
    .optional()
    .catch(undefined),
  /** The lead whose change-lead-status modal is open. */
  lead: z.uuid().optional().catch(undefined),
  /** The Add Lead modal is open. */
  new: z.literal('lead').optional().catch(undefined),
});

export const Route = createFileRoute('/main/leadsByStatus/$status')({
  validateSearch: statusSearch,
  search: { middlewares: [stripSearchParams(defaults)] },
  beforeLoad({ params }) {
    const status = leadStatus.safeParse(params.status);
    if (!status.success) throw notFound();
    return { status: status.data };
  },
  loaderDeps: ({ search: { lead: _lead, new: _new, ...narrowing } }) => narrowing,
  loader: ({ context: { queryClient, status }, deps }) =>
    void queryClient.prefetchQuery(statusListQuery(queryOf({ ...narrowed(deps), status }))),
  component: LeadsByStatus,
});

type Narrowing = Omit<z.output<typeof statusSearch>, 'lead' | 'new'> & { serviceCenter?: string };

/** Absent parameters as undefined, as the features take them. */
function narrowed({ startDate, endDate, serviceID, days, serviceCenter, search, page }: Narrowing) {
  return { startDate, endDate, serviceID, days, serviceCenter, search, page };
}

function LeadsByStatus() {
  const { new: adding, lead, ...search } = Route.useSearch();
  const { status } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  const url = useListUrl();
  const isService = useSession()?.level === 'service';

  const openInstead = (id: string) =>
    void navigate({
      search: ({ new: _new, ...rest }) => ({ ...rest, lead: id }),
      replace: true,
      ignoreBlocker: true,
    });

  return (
    <StatusPage
      view={{ ...narrowed(search), status, lead, isAdding: adding === 'lead' }}
      onFilter={url.narrow}
      onOpen={(id) => url.open({ lead: id })}
      onAdd={() => url.open({ new: 'lead' })}
      onOpenInstead={openInstead}
      onClose={() => url.close('lead', 'new')}
      centerSelect={!isService && <CenterSelect />}
      tabs={!isService && <StatusTabs serviceCenter={search.serviceCenter} />}
    />
  );
}
