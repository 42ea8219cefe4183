import type { Locator, Page } from '@playwright/test';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import type { Demo } from './demo.ts';
import { recordLead } from './sample-lead.ts';
import { expect } from './test.ts';

export const moveDialog = (page: Page) => page.getByRole('dialog', { name: 'Change Lead Status' });
/** Finds the Save button of the dialog that changes a lead's status. */
export const moveSaveButton = (page: Page) => moveDialog(page).getByRole('button', { name: 'Save' });
export const moveStatusRadio = (page: Page, name: string) => moveDialog(page).getByRole('radio', { name });
export const nextFollowUpField = (page: Page) => moveDialog(page).getByLabel('Next follow-up date');
export const timelineEntries = (page: Page) =>
  page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');

type Named = { name: string };

/** Opens the list of a status, with a search for the lead's name. */
export async function openStatusList(page: Page, list: LeadStatus, { name }: Named): Promise<void> {
  await page.goto(`/main/leadsByStatus/${list}?search=${encodeURIComponent(name)}`);
}

/** Opens the dialog that changes a lead's status, from the list that is on screen. */
export async function openMoveDialogHere(page: Page, { name }: Named): Promise<void> {
  await page.getByRole('button', { name: `Change status: ${name}` }).click();
  await expect(moveDialog(page)).toBeVisible();
}

/** Opens the list of a status and there the dialog that changes the lead's status. */
export async function openMoveDialog(page: Page, list: LeadStatus, lead: Named): Promise<void> {
  await openStatusList(page, list, lead);
  await openMoveDialogHere(page, lead);
}

/** Chooses Booked in the dialog and fills in the appointment's day; it is not saved. */
export async function fillInBooking(page: Page, date: string): Promise<void> {
  await moveStatusRadio(page, 'Booked').check();
  await fillAndBlur(moveDialog(page).getByLabel('Appointment date'), date);
}

/** Saves the dialog that changes a lead's status, and waits until it has closed. */
export async function saveMove(page: Page): Promise<void> {
  await moveSaveButton(page).click();
  await expect(page.getByText('Lead Updated Successfully').last()).toBeVisible();
  await expect(moveDialog(page)).toBeHidden();
}

/** Fills a field and leaves it. */
export async function fillAndBlur(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

/** Records a new pending lead by the API, as an employee of the service level. */
export const recordServiceLead = async (demo: Demo) => recordLead(demo, await demo.session('service'));

/** Reads a lead by the API as it is stored now. */
export const readLead = async (demo: Demo, { _id }: Lead): Promise<Lead> =>
  leadSchema.parse(await demo.read(`/serviceCenter/manageLeads/getSingleLead/${_id}`));

/** Edits a lead by the API as a manager, as a colleague would meanwhile. */
export async function editLeadAsManager(demo: Demo, { _id }: Lead, changes: object): Promise<Lead> {
  const path = `/dataEntry/manageLeads/${_id}`;
  const answer = await demo.call('PATCH', path, changes, await demo.session('manager'));
  expect(answer.status).toBe(200);
  return leadSchema.parse(answer.body);
}

/** Changes a lead's status by the API as a manager, as a colleague would meanwhile. */
export async function moveLeadAsManager(demo: Demo, { _id }: Lead, body: object): Promise<void> {
  const path = `/serviceCenter/manageLeads/update/${_id}`;
  expect(await demo.call('PATCH', path, body, await demo.session('manager'))).toMatchObject({ status: 200 });
}
