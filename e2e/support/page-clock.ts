import type { Page } from '@playwright/test';

/** Sets the clock by which the page tells days and times. Otherwise it would follow the `date` header that the server sends. */
export async function usePageClock(page: Page, time: string): Promise<void> {
  await page.clock.install({ time });
  await page.addInitScript(`
    const get = Headers.prototype.get;
    Headers.prototype.get = function (name) { return name === 'date' ? null : get.call(this, name); };
  `);
}
