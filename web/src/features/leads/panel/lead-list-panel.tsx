import {
  type FetchQueryOptions,
  type QueryKey,
  type UseQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Lead } from '#contract/leads/leads.ts';
import type { PanelSearch } from '#web/features/leads/record/panel-search.ts';
import type { ListPage } from '#web/lib/api/endpoint-query.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { LoadingDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import type { LostPartFailure } from '#web/ui/lazy/lost-part.tsx';

type LeadListPanelProps<Key extends QueryKey, Page extends ListPage<Lead>> = {
  url: PanelSearch & { page: number };
  list: UseQueryResult<Page>;
  pageOf: (page: number) => FetchQueryOptions<Page, Error, Page, Key>;
};

const ListedLead = lazyPart(() => import('./listed-lead.tsx'), 'ListedLeadPanel', {
  failed: (_props, failure) => <LostLead {...failure} />,
});

function LostLead(failure: LostPartFailure) {
  const { close } = useListUrl();
  return (
    <LoadingDialog
      title="leads.panel"
      fields={0}
      failure={failure}
      onClose={() => close({ lead: undefined })}
    />
  );
}

/** Shows the lead that the URL names beside its list, and steps through the list's pages; nothing without one. */
export function LeadListPanel<Key extends QueryKey, Page extends ListPage<Lead>>(
  props: LeadListPanelProps<Key, Page>,
) {
  return props.url.lead ? <OpenLead {...props} id={props.url.lead} /> : null;
}

function OpenLead<Key extends QueryKey, Page extends ListPage<Lead>>({
  id,
  url,
  list,
  pageOf,
}: LeadListPanelProps<Key, Page> & { id: string }) {
  const client = useQueryClient();
  const fetchPage = (page: number) => client.fetchQuery(pageOf(page));
  return <ListedLead id={id} url={url} list={list} fetchPage={fetchPage} />;
}

/**
 * @returns a function that opens a lead in the panel. If a lead, or what Find found, is open there already, it takes its place in the
 * history.
 */
export function useOpenInPanel({ lead }: PanelSearch): (lead: Pick<Lead, '_id'>) => void {
  const { open, replaceRecord: swap } = useListUrl();
  const { found } = useSearch({ strict: false });
  return ({ _id }) => (lead || found ? swap({ lead: _id, found: undefined }) : open({ lead: _id }));
}
