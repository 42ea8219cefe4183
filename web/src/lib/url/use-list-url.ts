import { type HistoryState, type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { selectedCenter } from '#web/lib/session/selected-center.ts';

type Values = Record<string, string | number | undefined>;
type Options = Pick<NavigateOptions, 'state' | 'replace' | 'resetScroll' | 'ignoreBlocker'>;

const keepList = ({ cameFrom }: HistoryState) => ({ cameFrom });

/**
 * How a list screen writes what it shows into the URL.
 *
 * - `narrow` changes filters; the list starts again at page 1 unless a page is given. Turning pages can be gone back.
 * - `open` adds a record that lies open above the list, `swap` puts another in its place, `leaveFor` does so even if something is
 *   typed there, `close` takes it away again: by going back where it was opened here, else by leaving out these names.
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
        go({ page: 1, ...change }, { state: keepList, replace: !isTurning, resetScroll: isTurning });
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
