import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { selectedCenter } from '#web/lib/session/selected-center.ts';

type Values = Record<string, string | number | undefined>;

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

  const narrow = useCallback(
    (change: Values) => {
      if ('serviceCenter' in change) selectedCenter.set(change.serviceCenter?.toString());
      const isTurning = change.page !== undefined;
      void navigate({
        to: '.',
        search: (old) => ({ ...old, page: 1, ...change }),
        state: ({ cameFrom }) => ({ cameFrom }),
        replace: !isTurning,
        resetScroll: isTurning,
      });
    },
    [navigate],
  );
  const open = useCallback(
    (record: Values) =>
      void navigate({
        to: '.',
        search: (old) => ({ ...old, ...record }),
        state: ({ cameFrom }) => ({ cameFrom, isOpenedHere: true }),
        resetScroll: false,
      }),
    [navigate],
  );
  const swap = useCallback(
    (record: Values) =>
      void navigate({
        to: '.',
        search: (old) => ({ ...old, ...record }),
        state: true,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const leaveFor = useCallback(
    (record: Values) =>
      void navigate({
        to: '.',
        search: (old) => ({ ...old, ...record }),
        replace: true,
        ignoreBlocker: true,
      }),
    [navigate],
  );
  const close = useCallback(
    (...names: readonly string[]) => {
      if (router.state.location.state.isOpenedHere) return router.history.back();
      const gone = Object.fromEntries(names.map((name) => [name, undefined]));
      void navigate({
        to: '.',
        search: (old) => ({ ...old, ...gone }),
        state: ({ cameFrom }) => ({ cameFrom }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, router],
  );
  return { narrow, open, swap, leaveFor, close };
}
