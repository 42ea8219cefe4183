import { expect, type Page } from '@playwright/test';

/** On the login page, which it waits for; without `email`, the address that stands there is kept. */
export async function logIn(page: Page, password: string, email?: string): Promise<void> {
  const login = page.getByRole('button', { name: 'Login' });
  await expect(login).toBeVisible();
  if (email) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await login.click();
}

export const profileMenu = (page: Page) => page.getByRole('button', { name: /^Profile of / });

/** Opens the menu of the profile and chooses an entry. */
export async function fromProfileMenu(page: Page, entry: string): Promise<void> {
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
