import type { Page } from '@playwright/test';

/**
 * Lets the calls of `path` through and presses Retry in the same moment: the page also retries by itself, and the
 * button may vanish while a click waits for it.
 */
export async function retryOnceMended(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).hover();
  await page.unroute(path);
  await page.mouse.down();
  await page.mouse.up();
}
