import type { Page } from '@playwright/test';

export async function retryOnceMended(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).hover();
  await page.unroute(path);
  await page.mouse.down();
  await page.mouse.up();
}
