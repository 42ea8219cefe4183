import type { Page } from '@playwright/test';

/** Chooses from the menu of a connection in their list. */
export async function chooseForConnection(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
