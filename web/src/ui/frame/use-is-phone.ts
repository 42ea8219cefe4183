import { useMediaQuery } from '@mantine/hooks';

/** @returns whether the window is narrower than 768 px. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
