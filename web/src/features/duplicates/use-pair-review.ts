import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DuplicatePair } from '#contract/duplicates.ts';
import { useWalk } from '#web/lib/browser/use-walk.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useDismissDuplicate } from './dismissals.ts';
import { useDescribePair } from './pair-text.tsx';
import { type PairFilters, pairDecisionQuery, undecidedPairsQuery } from './pairs.queries.ts';

const prefetchCount = 20;

/**
 * Walks through the pairs in the order in which they were found there, from the newest or, if it is beyond the first stretch, from the one that was opened;
 * those that come meanwhile follow at the end. A pair that a colleague decides stays in front until the user goes on.
 *
 * @param isMerging in a dialog above.
 */
export function usePairReview(id: string, narrowing: PairFilters, isMerging: boolean) {
  const t = useTranslations('duplicates');
  const self = useSession()?._id;
  const { open, replaceRecord: swap, close } = useListUrl();
  const { isBusy, dismiss, restore } = useDismissDuplicate();
  const nameOf = useDescribePair();
  const [start, setStart] = useState<string>();
  const list = useInfiniteQuery(undecidedPairsQuery(narrowing, start));
  const now = list.data?.pages.flatMap(({ pairs }) => pairs) ?? [];
  const [seen, setSeen] = useState<readonly DuplicatePair[]>(now);
  const [dismissed, setDismissed] = useState<readonly DuplicatePair[]>([]);
  const [passed, setPassed] = useState<string>();

  const current = new Map(now.map((pair) => [pair._id, pair]));
  const known = new Set(seen.map(({ _id }) => _id));
  const order = [...seen, ...[...current.values()].filter(({ _id }) => !known.has(_id))];
  if (order.length > seen.length) setSeen(order);
  if (list.isSuccess && !list.isFetching && start !== id && !order.some(({ _id }) => _id === id)) {
    setStart(id);
    setSeen([]);
  }

  const ids = order.map(({ _id }) => _id);
  const walk = useWalk(ids, id, {
    isWaiting: (pair) => current.has(pair),
    readAt: list.isFetched ? list.dataUpdatedAt : 0,
    trustsLastRead: true,
    isDeciding: isBusy || isMerging || dismissed.some(({ _id }) => _id === id),
    onPass: () => {
      setPassed(pair ? t('passedHandled', { pair: nameOf(pair) }) : t('passedGone'));
      void goOn();
    },
  });
  const { index } = walk;
  const pair = current.get(id) ?? order[index];

  const go = (to: string | undefined) => {
    if (to) return swap({ pair: to });
    close({ pair: undefined });
    toast(t(index < 0 ? 'passedGone' : 'finished'));
  };
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const goOn = async () => {
    const { id: next } = walk.find(1);
    if (next || !hasNextPage) return go(next);
    const { data } = await fetchNextPage();
    go(data?.pages.at(-1)?.pairs.find(({ _id }) => !current.has(_id))?._id);
  };
  const skip = () => {
    setPassed(undefined);
    void goOn();
  };
  const isShort = hasNextPage && !isFetching && ids.length - index < prefetchCount;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);

  const decision = useQuery({ ...pairDecisionQuery(pair), enabled: walk.isGone && Boolean(pair) });
  const isOwnMerge = walk.isGone && decision.data?.kind === 'merged' && decision.data.by._id === self;
  const goOnAfterMerge = useEffectEvent(skip);
  useEffect(() => {
    if (isOwnMerge) goOnAfterMerge();
  }, [isOwnMerge]);
  const describeDecision = () => {
    if (!walk.isGone || isOwnMerge || (pair && decision.isPending)) return undefined;
    const { kind, by } = decision.data ?? {};
    return kind && by ? t(`decidedBy.${kind}`, { name: by.name }) : t('passedGone');
  };

  const undo = async (last: DuplicatePair) => {
    if (!(await restore(last._id))) return;
    setDismissed((all) => all.filter(({ _id }) => _id !== last._id));
    setPassed(undefined);
    // Also once the panel is closed.
    if (walk.isInFront(last._id)) open({ pair: last._id });
    else swap({ pair: last._id });
  };
  const last = dismissed.at(-1);

  const { id: previous } = walk.find(-1);
  const lastPage = list.data?.pages.at(-1);
  const total = ids.length + Math.max(0, (lastPage?.totalPairCount ?? 0) - (lastPage?.pairs.length ?? 0));
  return {
    pair,
    passed,
    decided: describeDecision(),
    isBusy,
    isGone: walk.isGone,
    query: { data: pair, error: list.error, refetch: list.refetch },
    place:
      index < 0 ? undefined : t('place', { at: index + 1, total, more: lastPage?.isTotalCapped ? '+' : '' }),
    skip,
    back: previous ? () => go(previous) : undefined,
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
