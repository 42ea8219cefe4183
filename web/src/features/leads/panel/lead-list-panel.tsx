import {
  type FetchQueryOptions,
  type QueryKey,
  type UseQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import type { PanelSearch } from '#web/features/leads/record/panel-search.ts';
import type { ListPage } from '#web/lib/api/endpoint-query.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { LazyDialog, lazyPart, useLazyPart } from '#web/ui/dialog/lazy-dialog.tsx';

type LeadListPanelProps<Key extends QueryKey, Page extends ListPage<Lead>> = {
  url: PanelSearch & { page: number };
  list: UseQueryResult<Page>;
  /** The list's query for another page. */
  pageOf: (page: number) => FetchQueryOptions<Page, Error, Page, Key>;
};

const part = lazyPart(async () => (await import('./listed-lead.tsx')).ListedLead);

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
  const t = useTranslations('leads');
  const client = useQueryClient();
  const { close } = useListUrl();
  const query = useLazyPart(part);
  if (!query.data && !query.error) return null;
  const fetchPage = (page: number) => client.fetchQuery(pageOf(page));
  return (
    <LazyDialog query={query} title={t('panel')} fields={0} onClose={() => close('lead')}>
      {(ListedLead) => <ListedLead id={id} url={url} list={list} fetchPage={fetchPage} />}
    </LazyDialog>
  );
}

/** @returns how a row opens: in place of the open one, if any. */
export function useOpenInPanel({ lead }: PanelSearch): (lead: Pick<Lead, '_id'>) => void {
  const { open, swap } = useListUrl();
  return ({ _id }) => (lead ? swap({ lead: _id }) : open({ lead: _id }));
}
