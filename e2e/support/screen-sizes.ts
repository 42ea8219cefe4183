import type { Page } from '@playwright/test';
import type { Level } from '#contract/levels.ts';
import { expect, test } from './test.ts';

type ScreenSize = { readonly isPhone: boolean };

const desktop = { viewport: { width: 1440, height: 900 } };
export const phoneScreen = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export const screenSizes = {
  'at 1440×900': desktop,
  'at 1280×720': { viewport: { width: 1280, height: 720 } },
  'on a phone': phoneScreen,
};

/** Defines the tests twice, in a group for a phone and one for a desktop, logged in as `level` if it is given. */
export function forEachSize(define: (size: ScreenSize) => void, level?: Level): void {
  for (const isPhone of [false, true]) {
    test.describe(isPhone ? 'phone' : 'desktop', () => {
      test.use({ ...(isPhone ? phoneScreen : desktop), ...(level && { level }) });
      define({ isPhone });
    });
  }
}

/** Checks that a phone's page is not wider than its screen. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const widths: unknown = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
  expect(widths, 'widths of page and screen').toEqual([
    phoneScreen.viewport.width,
    phoneScreen.viewport.width,
  ]);
}
