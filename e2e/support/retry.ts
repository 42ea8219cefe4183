import type { Page } from '@playwright/test';

/**
 * Lets calls of `path` through and presses Retry at once: the page retries by itself too, and the button may vanish
 * under a click.
 */
export async function retryOnceMended(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).hover();
  await page.unroute(path);
  await page.mouse.down();
  await page.mouse.up();
}
