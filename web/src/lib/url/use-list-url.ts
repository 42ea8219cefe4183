import { type HistoryState, type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

type Values = Record<string, string | number | undefined>;
type Options = Pick<NavigateOptions, 'state' | 'replace' | 'resetScroll' | 'ignoreBlocker'>;

const keepList = ({ cameFrom }: HistoryState) => ({ cameFrom });

/**
 * Writes what a list shows into the URL. `setFilters` changes filters and goes to page 1, unless a page is given; pages
 * are steps in the history, filters not. `open` adds a record, `replaceRecord` replaces it, `forceReplace` does so despite unsaved
 * typing, `close` removes it: by going back if it was opened here. `correctUrl` is the page's own correction: no step in
 * the history, no question.
 */
export function useListUrl() {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const go = (change: Values, options: Options) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...change }), resetScroll: false, ...options });
    return {
      setFilters(change: Values) {
        if ('serviceCenter' in change) selectedCenter.set(change.serviceCenter?.toString());
        const isTurning = change.page !== undefined;
        // A filter leaves no form: a late search may arrive once one is open.
        const options = { replace: !isTurning, resetScroll: isTurning, ignoreBlocker: !isTurning };
        go({ page: 1, ...change }, { state: keepList, ...options });
      },
      open(record: Values) {
        go(record, { state: ({ cameFrom }) => ({ cameFrom, isOpenedHere: true }) });
      },
      correctUrl: (change: Values) => go(change, { state: true, replace: true, ignoreBlocker: true }),
      replaceRecord: (record: Values) => go(record, { state: true, replace: true }),
      forceReplace: (record: Values) => go(record, { replace: true, ignoreBlocker: true, resetScroll: true }),
      close(record: Values) {
        if (router.state.location.state.isOpenedHere) return router.history.back();
        go(record, { state: keepList, replace: true });
      },
    };
  }, [navigate, router]);
}

const storageKey = 'serviceCenter';

/** Kept by this browser until logout (specification, section 4). */
export const selectedCenter = {
  get: (): string | undefined => localStorage.getItem(storageKey) ?? undefined,
  set(id: string | undefined) {
    if (id) localStorage.setItem(storageKey, id);
    else localStorage.removeItem(storageKey);
  },
};
