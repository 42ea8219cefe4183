import { expect, type Locator, type Page } from '@playwright/test';
import { chooseOption } from './choice.ts';
import { answerQuestion } from './lists.ts';
import { uniquePhone } from './sample-lead.ts';

export const addLeadDialog = (page: Page) => page.getByRole('dialog', { name: 'Add Lead' });
export const updateLeadDialog = (page: Page) => page.getByRole('dialog', { name: 'Update Lead' });

/** Fills in name, a new phone number and center of the form of a new lead; it is not saved. */
export async function fillInLead(form: Locator, name: string, center: string | number = 1): Promise<void> {
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Phone Number').fill(uniquePhone());
  await chooseOption(form, 'Location', center);
}

/** Presses the button of the Add Lead dialog. */
export const pressAdd = (page: Page): Promise<void> =>
  addLeadDialog(page).getByRole('button', { name: 'Add Lead' }).click();

/** Opens the Add Lead dialog and returns it. */
export async function openAddForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Lead' }).first().click();
  return addLeadDialog(page);
}

/** Adds a lead by the Add Lead dialog, and waits until it is created. */
export async function addLead(page: Page, name: string, center?: string): Promise<void> {
  await fillInLead(await openAddForm(page), name, center);
  await pressAdd(page);
  await expectAdded(page);
}

/** Waits until the Add Lead dialog has created its lead and closed. */
export async function expectAdded(page: Page): Promise<void> {
  await expect(page.getByText('Lead Created Successfully')).toBeVisible();
  await expect(addLeadDialog(page)).toBeHidden();
}

/** Opens the Update Lead dialog of the lead with this name in the list, and returns it. */
export async function openUpdateForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Update Lead: ${name}` }).click();
  return updateLeadDialog(page);
}

/** Presses the button of the Update Lead dialog. */
export const pressUpdate = (page: Page): Promise<void> =>
  updateLeadDialog(page).getByRole('button', { name: 'Update Lead' }).click();

/** Saves the Update Lead dialog, and waits until it has closed. */
export async function saveUpdate(page: Page): Promise<void> {
  await pressUpdate(page);
  await expect(page.getByText('Lead Updated Successfully')).toBeVisible();
  await expect(updateLeadDialog(page)).toBeHidden();
}

export async function renameLead(page: Page, name: string, renamed: string): Promise<void> {
  const form = await openUpdateForm(page, name);
  await form.getByLabel('Name').fill(renamed);
  await saveUpdate(page);
}

/** Archives the lead with this name from the list, and confirms it. */
export async function archiveLead(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Archive: ${name}` }).click();
  await answerQuestion(page, 'Archive');
}
