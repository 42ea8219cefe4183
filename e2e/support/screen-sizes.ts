import type { Page } from '@playwright/test';
import type { Level } from '#contract/levels.ts';
import { expect, test } from './test.ts';

type ScreenSize = { readonly isPhone: boolean };

const desktop = { viewport: { width: 1440, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export const threeSizes = {
  'at 1440×900': desktop,
  'at 1280×720': { viewport: { width: 1280, height: 720 } },
  'on a phone': phone,
};

export function forEachSize(define: (size: ScreenSize) => void, level?: Level): void {
  for (const isPhone of [false, true]) {
    test.describe(isPhone ? 'phone' : 'desktop', () => {
      test.use({ ...(isPhone ? phone : desktop), ...(level && { level }) });
      define({ isPhone });
    });
  }
}

export async function expectFits(page: Page): Promise<void> {
  const widths: unknown = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
  expect(widths, 'widths of page and screen').toEqual([phone.viewport.width, phone.viewport.width]);
}
