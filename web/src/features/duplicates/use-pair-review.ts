import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DuplicatePair } from '#contract/duplicates.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useDismissDuplicate } from './dismissals.ts';
import { useDescribePair } from './pair-text.tsx';
import { type PairFilters, undecidedPairsQuery } from './pairs.queries.ts';

const ahead = 20;

/**
 * Walks through the pairs in the order in which they were found there, from the newest or, if it is beyond the first stretch, from the one that was opened;
 * those that come meanwhile follow at the end.
 *
 * @param isMerging in a dialog above: what has gone by that is passed over once it is closed.
 */
export function usePairReview(id: string, narrowing: PairFilters, isMerging: boolean) {
  const t = useTranslations('duplicates');
  const { open, replaceRecord: swap, close } = useListUrl();
  const { isBusy, dismiss, restore } = useDismissDuplicate();
  const nameOf = useDescribePair();
  const [start, setStart] = useState<string>();
  const list = useInfiniteQuery(undecidedPairsQuery(narrowing, start));
  const now = list.data?.pages.flatMap(({ pairs }) => pairs) ?? [];
  const [seen, setSeen] = useState<readonly DuplicatePair[]>(now);
  const [dismissed, setDismissed] = useState<readonly DuplicatePair[]>([]);
  const [passed, setPassed] = useState<string>();
  const shown = useRef({ id, since: Date.now() });
  if (shown.current.id !== id) shown.current = { id, since: Date.now() };

  const current = new Map(now.map((pair) => [pair._id, pair]));
  const known = new Set(seen.map(({ _id }) => _id));
  const order = [...seen, ...[...current.values()].filter(({ _id }) => !known.has(_id))];
  if (order.length > seen.length) setSeen(order);
  if (list.isSuccess && !list.isFetching && start !== id && !order.some(({ _id }) => _id === id)) {
    setStart(id);
    setSeen([]);
  }

  const at = order.findIndex(({ _id }) => _id === id);
  const pair = current.get(id) ?? order[at];
  const isThere = ({ _id }: DuplicatePair) => current.has(_id);
  const next = order.slice(at + 1).find(isThere);
  const previous = order.slice(0, Math.max(0, at)).findLast(isThere);

  const go = (to: DuplicatePair | undefined) => {
    if (to) return swap({ pair: to._id });
    close('pair');
    toast(t(at < 0 ? 'passedGone' : 'finished'));
  };
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const goOn = async () => {
    if (next || !hasNextPage) return go(next);
    const { data } = await fetchNextPage();
    go(data?.pages.at(-1)?.pairs.find(({ _id }) => !current.has(_id)));
  };
  const isShort = hasNextPage && !isFetching && order.length - at < ahead;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);

  const undo = async (last: DuplicatePair) => {
    if (!(await restore(last._id))) return;
    setDismissed((all) => all.filter(({ _id }) => _id !== last._id));
    setPassed(undefined);
    // Also once the panel is closed.
    if (shown.current.id === last._id) open({ pair: last._id });
    else swap({ pair: last._id });
  };
  const last = dismissed.at(-1);

  const [merged, setMerged] = useState<string>();
  if (isMerging && merged !== id) setMerged(id);
  const isIdle = !isBusy && !isMerging;
  const isGone = list.isFetched && list.dataUpdatedAt > shown.current.since && !current.has(id) && isIdle;
  const pass = useRef(() => {});
  pass.current = () => {
    const passed = pair ? t('passedHandled', { pair: nameOf(pair) }) : t('passedGone');
    setPassed(merged === id ? undefined : passed);
    void goOn();
  };
  useEffect(() => {
    if (isGone) pass.current();
  }, [isGone]);

  const lastPage = list.data?.pages.at(-1);
  const total = order.length + Math.max(0, (lastPage?.totalPairCount ?? 0) - (lastPage?.pairs.length ?? 0));
  return {
    pair,
    passed,
    isBusy,
    error: pair ? null : list.error,
    retry: () => void list.refetch(),
    place: at < 0 ? undefined : t('place', { at: at + 1, total, more: lastPage?.isTotalCapped ? '+' : '' }),
    skip: () => {
      setPassed(undefined);
      void goOn();
    },
    back: previous && (() => go(previous)),
    notSame: async () => {
      if (!pair || isBusy) return;
      setPassed(undefined);
      if (!(await dismiss(pair, () => undo(pair)))) return;
      setDismissed((all) => [...all, pair]);
      await goOn();
    },
    undo: last && { of: nameOf(last), run: () => void undo(last) },
  };
}
