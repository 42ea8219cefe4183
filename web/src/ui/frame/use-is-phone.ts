import { useMediaQuery } from '@mantine/hooks';

/** @returns whether the window is below 768 px. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
