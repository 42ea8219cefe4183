import type { Locator, Page } from '@playwright/test';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import type { Demo } from './demo.ts';
import { recordLead } from './sample-lead.ts';
import { expect } from './test.ts';

export const modal = (page: Page) => page.getByRole('dialog', { name: 'Change Lead Status' });
export const save = (page: Page) => modal(page).getByRole('button', { name: 'Save' });
export const status = (page: Page, name: string) => modal(page).getByRole('radio', { name });
export const nextDate = (page: Page) => modal(page).getByLabel('Next follow-up date');
export const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');

type Named = { name: string };

export async function openList(page: Page, list: LeadStatus, { name }: Named): Promise<void> {
  await page.goto(`/main/leadsByStatus/${list}?search=${encodeURIComponent(name)}`);
}

export async function openLeadHere(page: Page, { name }: Named): Promise<void> {
  await page.getByRole('button', { name: `Change status: ${name}` }).click();
  await expect(modal(page)).toBeVisible();
}

export async function openLead(page: Page, list: LeadStatus, lead: Named): Promise<void> {
  await openList(page, list, lead);
  await openLeadHere(page, lead);
}

export async function chooseBooked(page: Page, date: string): Promise<void> {
  await status(page, 'Booked').check();
  await enter(modal(page).getByLabel('Appointment date'), date);
}

export async function saveAndWait(page: Page): Promise<void> {
  await save(page).click();
  await expect(page.getByText('Lead Updated Successfully').last()).toBeVisible();
  await expect(modal(page)).toBeHidden();
}

export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

export const record = async (demo: Demo) => recordLead(demo, await demo.session('service'));

export const stored = async (demo: Demo, { _id }: Lead): Promise<Lead> =>
  leadSchema.parse(await demo.read(`/serviceCenter/manageLeads/getSingleLead/${_id}`));

export async function editElsewhere(demo: Demo, { _id }: Lead, changes: object): Promise<Lead> {
  const path = `/dataEntry/manageLeads/${_id}`;
  const answer = await demo.call('PATCH', path, changes, await demo.session('manager'));
  expect(answer.status).toBe(200);
  return leadSchema.parse(answer.body);
}

export async function moveElsewhere(demo: Demo, { _id }: Lead, body: object): Promise<void> {
  const path = `/serviceCenter/manageLeads/update/${_id}`;
  expect(await demo.call('PATCH', path, body, await demo.session('manager'))).toMatchObject({ status: 200 });
}
