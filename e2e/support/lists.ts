import { expect, type Locator, type Page } from '@playwright/test';

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const rows = (page: Page) => page.getByRole('table').locator('tbody tr[data-row]');
/** Finds the table's row that contains a text. */
export const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
/** Finds the side panel of the lead with this name. */
export const leadPanelOf = (page: Page, name: string) =>
  page.getByRole('complementary', { name: `Lead: ${name}` });
export const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Search' });
export const statusCards = (page: Page) =>
  page.getByRole('list', { name: 'Leads by status' }).getByRole('link');
/** Finds the first row's button of this action, whose label is "<action>: <name>". */
export const firstActionButton = (page: Page, action: string) =>
  page.getByRole('button', { name: new RegExp(`^${action}: `) }).first();
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

/** Finds the lines of the status bar, such as the offer to undo. */
export const statusBarLines = (page: Page) => page.locator('[data-quiet-lines]');

/** Points at the offer to undo, so that it stays while other screens are looked at. */
export const hoverUndo = (page: Page): Promise<void> =>
  statusBarLines(page).getByRole('button', { name: 'Undo' }).hover();

export const expectColumns = (page: Page, ...names: string[]): Promise<void> =>
  expect(page.getByRole('columnheader')).toHaveText(names);

export const expectNothingFound = (page: Page): Promise<void> =>
  expect(page.getByText('No Record Found!')).toBeVisible();

export const readText = async (locator: Locator): Promise<string> => (await locator.textContent()) ?? '';

/** Reads the number in a list's heading, once it says "(… in total)". */
export async function readTotal(page: Page): Promise<number> {
  const total = /\(([\d,]+) in total\)/;
  await expect(heading(page)).toHaveText(total);
  return Number(total.exec(await readText(heading(page)))?.[1]?.replaceAll(',', ''));
}

export const openFromMainMenu = (page: Page, entry: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: entry }).click();

export const listTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Lists of leads' }).getByRole('link', { name, exact: true });

/** Opens an entry of the menu "More" behind the tabs of leads. */
export async function openFromMoreMenu(page: Page, entry: string | RegExp): Promise<void> {
  await moreTab(page).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export const moreTab = (page: Page) =>
  page.getByRole('navigation', { name: 'Lists of leads' }).getByRole('button', { name: /^More/ });

/** Finds the question that is asked before something is done. */
export const questionDialog = (page: Page) => page.getByRole('dialog', { name: 'Are you sure?' });

/** Presses a button of the question that is asked before something is done. */
export const answerQuestion = (page: Page, button: string): Promise<void> =>
  questionDialog(page).getByRole('button', { name: button, exact: true }).click();
