import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { type BulkChange, startBulkChange, undoBulkChange } from '#contract/leads/lead-bulk.ts';
import { call } from '#web/lib/api/api.ts';
import { invalidateTags } from '#web/lib/api/query-keys.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { statusBar } from '#web/ui/feedback/status-bar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { bulkChangeQuery, isBulkChangeRunning } from './bulk.queries.ts';
import { followedBulkChanges } from './followed-bulks.ts';

/** @returns a function that says in a few words what a bulk change did or does to how many leads. */
export function useDescribeBulkChange(): (bulk: BulkChange) => string {
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
 * @returns `show`, which shows a bulk change while it is under way, then its outcome with Undo and where it is listed, and `undo`, which
 * takes one back and shows that.
 */
export function useFollowBulkChange() {
  const t = useTranslations('leadBulk');
  const textOf = useDescribeBulkChange();
  const errorText = useErrorText();
  const client = useQueryClient();

  const show = (bulk: BulkChange) => {
    const { _id: id, undoUntil, refused } = bulk;
    client.setQueryData(bulkChangeQuery(id).queryKey, bulk);
    void invalidateTags(client, startBulkChange.changes);
    if (isBulkChangeRunning(bulk)) return followedBulkChanges.add(id);
    followedBulkChanges.drop(id);
    statusBar.hide('bulk');
    statusBar.showBriefly({
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
      void invalidateTags(client, undoBulkChange.changes);
    }
  };
  return { show, undo };
}

/** Makes a mutation that starts a bulk change and then shows how far it is. */
export function useStartBulkChange() {
  const { show } = useFollowBulkChange();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof startBulkChange>) => call(startBulkChange, { body }),
    onSuccess: show,
  });
}
