import { expect, type Locator, type Page } from '@playwright/test';
import { choose } from './choice.ts';
import { answer } from './lists.ts';
import { uniquePhone } from './sample-lead.ts';

export const addForm = (page: Page) => page.getByRole('dialog', { name: 'Add Lead' });
export const updateForm = (page: Page) => page.getByRole('dialog', { name: 'Update Lead' });

export async function fillInLead(form: Locator, name: string, center: string | number = 1): Promise<void> {
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Phone Number').fill(uniquePhone());
  await choose(form, 'Location', center);
}

export const pressAdd = (page: Page): Promise<void> =>
  addForm(page).getByRole('button', { name: 'Add Lead' }).click();

export async function openAddForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Lead' }).first().click();
  return addForm(page);
}

export async function addLead(page: Page, name: string, center?: string): Promise<void> {
  await fillInLead(await openAddForm(page), name, center);
  await pressAdd(page);
  await expectAdded(page);
}

export async function expectAdded(page: Page): Promise<void> {
  await expect(page.getByText('Lead Created Successfully')).toBeVisible();
  await expect(addForm(page)).toBeHidden();
}

export async function openUpdateForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Update Lead: ${name}` }).click();
  return updateForm(page);
}

export const pressUpdate = (page: Page): Promise<void> =>
  updateForm(page).getByRole('button', { name: 'Update Lead' }).click();

export async function saveUpdate(page: Page): Promise<void> {
  await pressUpdate(page);
  await expect(page.getByText('Lead Updated Successfully')).toBeVisible();
  await expect(updateForm(page)).toBeHidden();
}

export async function renameLead(page: Page, name: string, renamed: string): Promise<void> {
  const form = await openUpdateForm(page, name);
  await form.getByLabel('Name').fill(renamed);
  await saveUpdate(page);
}

export async function archiveLead(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Archive: ${name}` }).click();
  await answer(page, 'Archive');
}
