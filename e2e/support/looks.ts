import type { PlaywrightTestOptions } from '@playwright/test';
import { test } from './test.ts';

/** One of the four states in which every screen must hold. */
export type Look = { readonly name: string; readonly isPhone: boolean; readonly isDark: boolean };

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Declares the same tests in light and dark, on a desktop and on a phone. */
export function forEachLook(define: (look: Look) => void): void {
  for (const isDark of [false, true]) {
    for (const isPhone of [false, true]) {
      const name = `${isDark ? 'dark' : 'light'}, ${isPhone ? 'phone' : 'desktop'}`;
      const options: Partial<PlaywrightTestOptions> = isPhone ? phone : desktop;
      test.describe(name, () => {
        test.use({ ...options, colorScheme: isDark ? 'dark' : 'light' });
        define({ name, isPhone, isDark });
      });
    }
  }
}
