import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DuplicatePair } from '#contract/duplicates.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useDismissals } from './dismissals.ts';
import { usePairName } from './pair-name.ts';
import { type PairNarrowing, toDecide } from './pairs.queries.ts';

const nothing: readonly DuplicatePair[] = [];

/**
 * Walks through the pairs in the order in which they were found there; those that come meanwhile follow at the end.
 *
 * @param isMerging in a dialog above: what has gone by that is passed over once it is closed.
 */
export function usePairRun(id: string, narrowing: PairNarrowing, isMerging: boolean) {
  const t = useTranslations('duplicates');
  const { open, swap, close } = useListUrl();
  const { isBusy, dismiss, restore } = useDismissals();
  const nameOf = usePairName();
  const list = useQuery(toDecide(narrowing));
  const now = list.data?.rows ?? nothing;
  const [seen, setSeen] = useState<readonly DuplicatePair[]>(now);
  const [dismissed, setDismissed] = useState<readonly DuplicatePair[]>([]);
  const [passed, setPassed] = useState<string>();
  /** Since when this pair is shown: only later reads can say that it is gone. */
  const shown = useRef({ id, since: Date.now() });
  if (shown.current.id !== id) shown.current = { id, since: Date.now() };

  const current = new Map(now.map((pair) => [pair._id, pair]));
  const known = new Set(seen.map(({ _id }) => _id));
  const order = [...seen, ...now.filter(({ _id }) => !known.has(_id))];
  if (order.length > seen.length) setSeen(order);

  const at = order.findIndex(({ _id }) => _id === id);
  const pair = current.get(id) ?? order[at];
  const isThere = ({ _id }: DuplicatePair) => current.has(_id);
  const next = order.slice(at + 1).find(isThere);
  const previous = order.slice(0, Math.max(0, at)).findLast(isThere);

  const go = (to: DuplicatePair | undefined) => {
    if (to) return swap({ pair: to._id });
    close('pair');
    toast(t('finished'));
  };

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
    setPassed(pair && merged !== id ? t('passedHandled', { pair: nameOf(pair) }) : undefined);
    go(next);
  };
  useEffect(() => {
    if (isGone) pass.current();
  }, [isGone]);

  const gone = order.length - order.filter(isThere).length;
  const total = Math.max(order.length, gone + (list.data?.total ?? 0));
  return {
    pair,
    passed,
    isBusy,
    error: pair ? null : list.error,
    retry: () => void list.refetch(),
    place: at < 0 ? undefined : t('place', { at: at + 1, total, more: list.data?.isTotalCapped ? '+' : '' }),
    skip: () => {
      setPassed(undefined);
      go(next);
    },
    back: previous && (() => go(previous)),
    notSame: async () => {
      if (!pair || isBusy) return;
      setPassed(undefined);
      if (!(await dismiss(pair, () => undo(pair)))) return;
      setDismissed((all) => [...all, pair]);
      go(next);
    },
    undo: last && { of: nameOf(last), run: () => void undo(last) },
  };
}
