import { type HistoryState, type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { omitRecordParams } from './preserved-search.ts';

type Values = Record<string, string | number | undefined>;
type Options = Pick<NavigateOptions, 'state' | 'replace' | 'resetScroll' | 'ignoreBlocker'>;

const keepList = ({ cameFrom }: HistoryState) => ({ cameFrom });
const keepStep = ({ cameFrom, filtersBefore }: HistoryState) => ({ cameFrom, filtersBefore });

/**
 * Writes what a list shows into the URL. `setFilters` changes filters and goes to page 1, unless a page is given. A page is a step
 * in the history; so is the first change of filters, which further ones replace, and taking them back is going back.
 * `open` adds a record, `replaceRecord` replaces it, `forceReplace` does so despite unsaved typing, `close` removes it: by going back
 * if it was opened here. `correctUrl` is the page's own correction: no step in the history, no question.
 */
export function useListUrl() {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const go = (change: Values, options: Options) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...change }), resetScroll: false, ...options });
    const addressOf = (search: (old: Record<string, unknown>) => object) =>
      router.buildLocation({ to: '.', search }).searchStr;
    return {
      setFilters(change: Values) {
        if ('serviceCenter' in change) selectedCenter.set(change.serviceCenter?.toString());
        if (change.page !== undefined) return go(change, { state: keepList, resetScroll: true });
        const { filtersBefore, isOpenedHere } = router.latestLocation.state;
        // What was opened here has a step of its own above the list as it was.
        const before = addressOf((old) => ({ ...(isOpenedHere ? omitRecordParams(old) : old), page: 1 }));
        const next = addressOf((old) => ({ ...old, page: 1, ...change }));
        // A filter leaves no form: a late search may arrive once one is open.
        const ignoreBlocker = true;
        if (next === filtersBefore) return router.history.back({ ignoreBlocker });
        go(
          { page: 1, ...change },
          {
            state: ({ cameFrom }) => ({ cameFrom, filtersBefore: filtersBefore ?? before }),
            replace: isOpenedHere || filtersBefore !== undefined || next === before,
            ignoreBlocker,
          },
        );
      },
      open(record: Values) {
        go(record, { state: ({ cameFrom }) => ({ cameFrom, isOpenedHere: true }) });
      },
      correctUrl: (change: Values) => go(change, { state: true, replace: true, ignoreBlocker: true }),
      replaceRecord: (record: Values) => go(record, { state: true, replace: true }),
      forceReplace: (record: Values) => go(record, { replace: true, ignoreBlocker: true, resetScroll: true }),
      close(record: Values) {
        if (router.state.location.state.isOpenedHere) return router.history.back();
        go(record, { state: keepStep, replace: true });
      },
    };
  }, [navigate, router]);
}

const storageKey = 'serviceCenter';

/** Stores the chosen service center until logout (specification, section 4). */
export const selectedCenter = {
  get: (): string | undefined => localStorage.getItem(storageKey) ?? undefined,
  set(id: string | undefined) {
    if (id) localStorage.setItem(storageKey, id);
    else localStorage.removeItem(storageKey);
  },
};
