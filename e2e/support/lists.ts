import { expect, type Locator, type Page } from '@playwright/test';

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const rows = (page: Page) => page.getByRole('table').locator('tbody tr[data-row]');
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
export const panelOf = (page: Page, name: string) =>
  page.getByRole('complementary', { name: `Lead: ${name}` });
export const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Search' });
export const statusCards = (page: Page) =>
  page.getByRole('list', { name: 'Leads by status' }).getByRole('link');
export const firstButton = (page: Page, action: string) =>
  page.getByRole('button', { name: new RegExp(`^${action}: `) }).first();
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

export const line = (page: Page) => page.locator('[data-quiet-lines]');

/** Keeps the offer to undo as a pointer on it does, while other screens are looked at. */
export const keepUndo = (page: Page): Promise<void> =>
  line(page).getByRole('button', { name: 'Undo' }).hover();

export const expectColumns = (page: Page, ...names: string[]): Promise<void> =>
  expect(page.getByRole('columnheader')).toHaveText(names);

export const expectNothingFound = (page: Page): Promise<void> =>
  expect(page.getByText('No Record Found!')).toBeVisible();

export const textOf = async (locator: Locator): Promise<string> => (await locator.textContent()) ?? '';

export async function totalOf(page: Page): Promise<number> {
  const total = /\(([\d,]+) in total\)/;
  await expect(heading(page)).toHaveText(total);
  return Number(total.exec(await textOf(heading(page)))?.[1]?.replaceAll(',', ''));
}

export const openByMenu = (page: Page, entry: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: entry }).click();

export const listTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Lists of leads' }).getByRole('link', { name, exact: true });

export async function openByMore(page: Page, entry: string | RegExp): Promise<void> {
  await moreTab(page).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export const moreTab = (page: Page) =>
  page.getByRole('navigation', { name: 'Lists of leads' }).getByRole('button', { name: /^More/ });

export const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure?' });

export const answer = (page: Page, button: string): Promise<void> =>
  question(page).getByRole('button', { name: button, exact: true }).click();
