import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { selectedCenter } from '#web/lib/url/use-list-url.ts';

/** @returns the URL's center (undefined: all), and a setter, which goes to page 1. */
export function useCenter(): [string | undefined, (id: string | undefined) => void] {
  const { serviceCenter } = useSearch({ from: '/main' });
  const navigate = useNavigate();
  const choose = useCallback(
    (id: string | undefined) => {
      selectedCenter.set(id);
      void navigate({
        to: '.',
        search: (search) => ({ ...search, serviceCenter: id, page: undefined }),
        replace: true,
      });
    },
    [navigate],
  );
  return [serviceCenter, choose];
}
