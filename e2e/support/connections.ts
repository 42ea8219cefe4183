import type { Page } from '@playwright/test';

/** Chooses an action from the menu of the connection with this name. */
export async function chooseConnectionAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
