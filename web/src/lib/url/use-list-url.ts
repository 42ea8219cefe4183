import { type HistoryState, type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { selectedCenter } from '#web/lib/session/selected-center.ts';

type Values = Record<string, string | number | undefined>;
type Options = Pick<NavigateOptions, 'state' | 'replace' | 'resetScroll' | 'ignoreBlocker'>;

const keepList = ({ cameFrom }: HistoryState) => ({ cameFrom });

/**
 * Writes what a list screen shows into the URL. `narrow` changes filters and goes to page 1, unless a page is given; a
 * page is a step in the browser's history, a filter is not. `open` adds an open record, `swap` replaces it, `leaveFor`
 * replaces it even if something is typed there, `close` removes it: by going back if it was opened here.
 */
export function useListUrl() {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const go = (change: Values, options: Options) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...change }), resetScroll: false, ...options });
    return {
      narrow(change: Values) {
        if ('serviceCenter' in change) selectedCenter.set(change.serviceCenter?.toString());
        const isTurning = change.page !== undefined;
        // A filter leaves no form: a search that is still being typed may arrive once one is open.
        const options = { replace: !isTurning, resetScroll: isTurning, ignoreBlocker: !isTurning };
        go({ page: 1, ...change }, { state: keepList, ...options });
      },
      open(record: Values) {
        go(record, { state: ({ cameFrom }) => ({ cameFrom, isOpenedHere: true }) });
      },
      swap: (record: Values) => go(record, { state: true, replace: true }),
      leaveFor: (record: Values) => go(record, { replace: true, ignoreBlocker: true, resetScroll: true }),
      close(...names: readonly string[]) {
        if (router.state.location.state.isOpenedHere) return router.history.back();
        const gone = Object.fromEntries(names.map((name) => [name, undefined]));
        go(gone, { state: keepList, replace: true });
      },
    };
  }, [navigate, router]);
}
