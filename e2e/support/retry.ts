import type { Page } from '@playwright/test';

/** Ends the interception of a path and presses Retry. */
export async function unrouteAndRetry(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).hover();
  await page.unroute(path);
  await page.mouse.down();
  await page.mouse.up();
}
