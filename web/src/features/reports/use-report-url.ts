import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** @returns how a report or the dashboard writes into the URL how it is sorted and how far back it looks. */
export function useReportUrl(): (change: Record<string, string | number>) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: '.',
        search: (old) => ({ ...old, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
