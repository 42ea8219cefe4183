import type { PlaywrightTestOptions } from '@playwright/test';
import { test } from './test.ts';

type ScreenSize = { readonly isPhone: boolean };

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Declares the same tests for a desktop and a phone; `expectAccessible` adds light and dark. */
export function forEachSize(define: (size: ScreenSize) => void): void {
  for (const isPhone of [false, true]) {
    const options: Partial<PlaywrightTestOptions> = isPhone ? phone : desktop;
    test.describe(isPhone ? 'phone' : 'desktop', () => {
      test.use(options);
      define({ isPhone });
    });
  }
}
