import { useMediaQuery } from '@mantine/hooks';
import { customMedia } from '#web/theme/media.ts';

/** @returns whether the window is below 768 px. */
export function useIsPhone(): boolean {
  return useMediaQuery(customMedia['--phone'], false, { getInitialValueInEffect: false });
}
