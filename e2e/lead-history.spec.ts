import type { Page, Route } from '@playwright/test';
import { type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Demo } from './support/demo.ts';
import {
  expectColumns,
  expectNothingFound,
  heading,
  hoverUndo,
  rows,
  rowWith,
  toast,
} from './support/lists.ts';
import {
  editLeadAsManager,
  fillInBooking,
  openMoveDialog,
  openStatusList,
  readLead,
  saveMove,
  timelineEntries,
} from './support/move-lead.ts';
import { readCenters, recordLead, uniquePhone } from './support/sample-lead.ts';
import { phoneScreen } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';
import { dealerToday, formatDayFromTodayShort } from './support/written-dates.ts';

const nextWeek = () => addDays(dealerToday(), 7);

const snapshot = (page: Page, version: number, total: number) =>
  page.getByRole('dialog', { name: `Version ${version} of ${total}` });

async function openHistory(page: Page, { entryId }: Lead, version?: number): Promise<void> {
  await page.goto(
    `/main/leadHistory/${entryId}${version ? `?dialog=lead.version:${entryId}.${version}` : ''}`,
  );
}

async function leadWithHistory(demo: Demo): Promise<{ lead: Lead; oldPhone: string }> {
  const service = await demo.session('service');
  const manager = await demo.session('manager');
  const [center] = await readCenters(demo, service);
  const recorded = await recordLead(demo, manager, { serviceCenter: center?._id ?? '' });
  await editLeadAsManager(demo, recorded, { phone: uniquePhone() });
  const path = `/serviceCenter/manageLeads/update/${recorded._id}`;
  const step = { status: 'potential', nextFollowUpDates: [nextWeek()], notes: 'Calls back' };
  const { body } = await demo.call('PATCH', path, step, service);
  return { lead: leadSchema.parse(body), oldPhone: recorded.phone };
}

test.describe('a manager', () => {
  test.use({ level: 'manager' });

  test('reads who did what and when, and each version in full', async ({ page, demo }) => {
    const { lead, oldPhone } = await leadWithHistory(demo);
    await openHistory(page, lead);
    await expect(heading(page)).toHaveText('Lead History (3 in total)');
    await expectColumns(page, 'History Date', 'Name', 'Vehicle Number', 'Phone', 'Actions');
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).nth(0)).toContainText(lead.phone);
    await expect(rows(page).nth(2)).toContainText(oldPhone);

    const editor = lead.lastModifiedBy.name;
    const recorder = lead.employee.name;
    await expect(timelineEntries(page).nth(0)).toContainText(
      `${editor} moved it from Pending to Potential, next follow-up ${formatDayFromTodayShort(7)}`,
    );
    await expect(timelineEntries(page).nth(0)).toContainText('Also changed: Notes');
    await expect(timelineEntries(page).nth(1)).toContainText(
      `${recorder} changed Phone Number to ${lead.phone}`,
    );
    await expect(timelineEntries(page).nth(2)).toContainText(`${recorder} recorded the enquiry`);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'View version 3' }).click();
    const newest = snapshot(page, 3, 3);
    await expect(newest).toContainText(editor);
    await expect(newest.getByRole('term').filter({ hasText: '(edited)' })).toHaveText([
      'Notes (edited)',
      'Status (edited)',
      'Next follow-up dates (edited)',
    ]);
    await expect(newest.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
    await newest.getByRole('button', { name: 'Older version' }).click();
    await expect(snapshot(page, 2, 3).getByRole('term').filter({ hasText: '(edited)' })).toHaveText([
      'Phone Number (edited)',
    ]);
    await page.reload();
    await expect(snapshot(page, 2, 3)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(`/main/leadHistory/${lead.entryId}`);
  });

  test('restores a field, sees what cannot be restored, and undoes it', async ({ page, demo }) => {
    const { lead, oldPhone } = await leadWithHistory(demo);
    await openHistory(page, lead, 1);
    const first = snapshot(page, 1, 3);
    await expect(first).toContainText('Cannot be restored: a lead cannot move from Potential to Pending.');
    await expect(first).toContainText(`Now: ${lead.phone}`);
    await expectAccessible(page);
    await first.getByRole('button', { name: 'Restore Phone Number' }).click();
    await hoverUndo(page);

    await expect(snapshot(page, 1, 4)).not.toContainText(`Now: ${lead.phone}`);
    await expect(toast(page, 'Lead Updated Successfully')).toBeVisible();
    const phoneNow = async () => (await readLead(demo, lead)).phone;
    expect(await phoneNow()).toBe(oldPhone);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(snapshot(page, 1, 5)).toContainText(`Now: ${lead.phone}`);
    expect(await phoneNow()).toBe(lead.phone);
  });

  test('restores a status, and a colleague’s list follows by itself @long', async ({
    page,
    demo,
    openAs,
  }) => {
    const { lead } = await leadWithHistory(demo);
    const service = await openAs('service');
    await openHistory(page, lead, 3);
    await expect(snapshot(page, 3, 3)).toBeVisible();

    await test.step('a service employee books the lead', async () => {
      await openMoveDialog(service, 'potential', lead);
      await fillInBooking(service, 'tomorrow');
      await saveMove(service);
      await openStatusList(service, 'booked', lead);
      await expect(rowWith(service, lead.name)).toBeVisible();
      await expect(snapshot(page, 3, 4)).toContainText('Now: Booked');
    });

    await test.step('the manager restores its status, and it leaves the list of booked leads', async () => {
      await page.getByRole('button', { name: 'Restore Status' }).click();
      await expect(snapshot(page, 3, 5)).not.toContainText('Now: Booked');
      await expectNothingFound(service);
      await openStatusList(service, 'potential', lead);
      await expect(rowWith(service, lead.name)).toContainText(formatDayFromTodayShort(7));
    });
  });

  test('loses nothing when someone else saves first', async ({ page, demo }) => {
    const { lead, oldPhone } = await leadWithHistory(demo);
    await openHistory(page, lead, 1);
    const restore = page.getByRole('button', { name: 'Restore Phone Number' });
    await expect(restore).toBeVisible();
    const theirs = uniquePhone();
    // Their change arrives during the restore request.
    const interfere = async (route: Route) => {
      await editLeadAsManager(demo, lead, { phone: theirs });
      await route.continue();
    };
    await page.route('**/dataEntry/manageLeads/*', interfere, { times: 1 });
    await restore.click();
    await expect(page.getByText('Someone else changed this lead in the meantime')).toBeVisible();
    await expect(snapshot(page, 1, 4)).toContainText(`Now: ${theirs}`);
    await restore.click();
    await expect(snapshot(page, 1, 5)).toContainText(oldPhone);
    await expect(restore).toBeHidden();
  });

  test('pages through a long history @long', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('manager'));
    for (let count = 1; count <= 11; count++) await editLeadAsManager(demo, lead, { notes: `Note ${count}` });
    await openHistory(page, lead);
    await expect(page.getByText('Show 1 to 10 of 12 entries')).toBeVisible();
    await expect(timelineEntries(page).nth(9)).toContainText('changed the notes');
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(timelineEntries(page).last()).toContainText('recorded the enquiry');
    await expect(page).toHaveURL(/page=2/);
  });

  test('is told when there is no such lead @long', async ({ page }) => {
    for (const entry of ['0190a000-0000-7000-8000-000000000000', 'nonsense']) {
      await page.goto(`/main/leadHistory/${entry}`);
      await expect(page.getByText('No Lead History Found!')).toBeVisible();
    }
  });
});

test('a service employee restores only what they may change', async ({ demo, openAs }) => {
  const page = await openAs('service');
  const { lead } = await leadWithHistory(demo);
  await openHistory(page, lead, 1);
  const first = snapshot(page, 1, 3);
  await expect(first).toContainText('Cannot be restored: only management can edit this field.');
  await expect(first.getByRole('button', { name: 'Restore Phone Number' })).toBeHidden();
  await first.getByRole('button', { name: 'Restore Notes' }).click();
  await expect(snapshot(page, 1, 4)).not.toContainText('Now: Calls back');
});

test('dataEntry cannot open a history @long', async ({ demo, openAs }) => {
  const page = await openAs('dataEntry');
  const { lead } = await leadWithHistory(demo);
  await openHistory(page, lead);
  await expect(page).toHaveURL(/\/main\/leads/);
  await page.goto(`/main/daily?dialog=lead.view:${lead._id}`);
  await expect(page.getByRole('dialog', { name: 'Lead Details' })).toContainText(lead.phone);
  await expect(page.getByRole('link', { name: 'Open history' })).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ ...phoneScreen, level: 'manager' });

  test('the history and a version with what can be restored are accessible', async ({ page, demo }) => {
    const { lead } = await leadWithHistory(demo);
    await openHistory(page, lead);
    await expect(timelineEntries(page)).toHaveCount(3);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'View version 1' }).click();
    await expect(page.getByRole('button', { name: 'Restore Phone Number' })).toBeVisible();
    await expectAccessible(page);
  });
});
