import { createFileRoute, stripSearchParams, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { CenterSelect } from '#web/features/frame/center-select.tsx';
import { leadCountsQuery, leadListQuery } from '#web/features/leads/leads.queries.ts';
import { LeadsPage, type LeadsView } from '#web/features/leads/leads-page.tsx';
import { StatusTabs } from '#web/features/leads/status-tabs.tsx';
import { selectedCenter } from '#web/lib/selected-center.ts';

const defaults = { filter: 'active', search: '', page: 1 } as const;

const leadsSearch = z.object({
  filter: z.enum(['active', 'archived']).default(defaults.filter).catch(defaults.filter),
  search: z.string().trim().max(textLength.search).default(defaults.search).catch(defaults.search),
  page: z.coerce.number<number>().int().min(1).default(defaults.page).catch(defaults.page),
  /** The lead whose Update Lead modal is open. */
  edit: z.uuid().optional().catch(undefined),
  /** The Add Lead modal is open. */
  new: z.literal('lead').optional().catch(undefined),
});

export const Route = createFileRoute('/main/leads')({
  validateSearch: leadsSearch,
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search: { filter, search, page, serviceCenter } }) => ({
    search,
    filter,
    page,
    serviceCenter,
  }),
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(leadListQuery(deps));
    void queryClient.prefetchQuery(leadCountsQuery(deps.serviceCenter));
  },
  component: Leads,
});

function Leads() {
  const { new: adding, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const view: LeadsView = {
    ...search,
    isAdding: adding === 'lead',
    serviceCenter: search.serviceCenter,
    edit: search.edit,
  };

  const filter = useCallback(
    (change: Partial<Pick<LeadsView, 'search' | 'filter' | 'serviceCenter' | 'page'>>) => {
      if ('serviceCenter' in change) selectedCenter.set(change.serviceCenter);
      const isTurning = change.page !== undefined;
      void navigate({
        search: (old) => ({ ...old, page: 1, ...change }),
        replace: !isTurning,
        resetScroll: isTurning,
      });
    },
    [navigate],
  );
  const open = (record: { edit: string } | { new: 'lead' }) =>
    void navigate({
      search: (old) => ({ ...old, ...record }),
      state: { isOpenedHere: true },
      resetScroll: false,
    });
  const close = () => {
    if (router.state.location.state.isOpenedHere) router.history.back();
    else
      void navigate({
        search: ({ edit: _edit, new: _new, ...rest }) => rest,
        replace: true,
        resetScroll: false,
      });
  };
  const openInstead = (id: string) =>
    void navigate({
      search: ({ new: _new, ...rest }) => ({ ...rest, edit: id }),
      replace: true,
      ignoreBlocker: true,
    });

  return (
    <LeadsPage
      view={view}
      onFilter={filter}
      onEdit={(edit) => open({ edit })}
      onAdd={() => open({ new: 'lead' })}
      onOpenInstead={openInstead}
      onClose={close}
      centerSelect={<CenterSelect />}
      tabs={<StatusTabs serviceCenter={search.serviceCenter} />}
    />
  );
}
