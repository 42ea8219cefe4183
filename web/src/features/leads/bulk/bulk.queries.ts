import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import {
  type BulkChange,
  getBulkChange,
  listBulkChanges,
  startBulkChange,
  undoBulkChange,
} from '#contract/leads/lead-bulk.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { makeStale } from '#web/lib/api/query-keys.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { quietLines } from '#web/ui/feedback/quiet-lines.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { followedBulks } from './followed-bulks.ts';

/** Milliseconds between reads while one is under way, and else, as the time to undo runs out. */
const pace = 1_000;
const slowPace = 60_000;

export const isUnderWay = ({ state }: Pick<BulkChange, 'state'>) =>
  state === 'running' || state === 'undoing';

export const bulkQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getBulkChange, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? pace : false),
  });

export const bulksQuery = ({ page }: { page: number }) =>
  queryOptions({
    ...endpointPage(listBulkChanges, { query: { page } }),
    refetchInterval: ({ state: { data } }) => (data?.rows.some(isUnderWay) ? pace : slowPace),
  });

export function useBulkText(): (bulk: BulkChange) => string {
  const t = useTranslations('leadBulk');
  return ({ state, action, handled, leads, changed, refused }) => {
    switch (state) {
      case 'running':
        return t('running', { handled, leads });
      case 'done':
        return t(`done.${action}`, { changed });
      case 'undoing':
        return t('undoing', { handled, leads });
      case 'undone':
        return t('undone', { count: handled - refused });
    }
  };
}

/**
 * @returns `show`: a bulk change while under way, then its outcome with Undo and where it is listed; `undo`: takes one
 *   back and shows that.
 */
export function useShownBulks() {
  const t = useTranslations('leadBulk');
  const textOf = useBulkText();
  const errorText = useErrorText();
  const client = useQueryClient();

  const show = (bulk: BulkChange) => {
    const { _id: id, undoUntil, refused } = bulk;
    client.setQueryData(bulkQuery(id).queryKey, bulk);
    void makeStale(client, startBulkChange.changes);
    if (isUnderWay(bulk)) return followedBulks.add(id);
    followedBulks.drop(id);
    quietLines.hide('bulk');
    quietLines.show({
      id: undoUntil ? 'undo' : 'bulk',
      text: refused > 0 ? `${textOf(bulk)}. ${t('left', { count: refused })}` : textOf(bulk),
      link: { label: t('see'), to: '/main/bulkChanges' },
      onUndo: undoUntil ? () => void undo(id) : undefined,
    });
  };
  const undo = async (id: string) => {
    try {
      show(await call(undoBulkChange, { params: { id } }));
    } catch (error) {
      toast.error(errorText(error));
      // Perhaps undone in another browser.
      void makeStale(client, undoBulkChange.changes);
    }
  };
  return { show, undo };
}

export function useStartBulk() {
  const { show } = useShownBulks();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof startBulkChange>) => call(startBulkChange, { body }),
    onSuccess: show,
  });
}
