import { expect, type Page } from '@playwright/test';

export const reportsFold = (page: Page) =>
  page.locator('details').filter({ has: page.getByRole('heading', { name: 'Reports', exact: true }) });

/** Opens what stands below the dashboard's fold, unless this browser remembers it open. */
export async function openReports(page: Page): Promise<void> {
  const fold = reportsFold(page);
  await expect(fold).toBeVisible();
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
}
