import type { Page } from '@playwright/test';
import { z } from 'zod';
import { neglectedList } from '#contract/leads/lead-oversight.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { person } from '#contract/people.ts';
import { expectAccessible } from './support/accessible.ts';
import { choose } from './support/choice.ts';
import type { Demo, Session } from './support/demo.ts';
import { heading, rows, textOf, totalOf } from './support/lists.ts';
import { createAccount } from './support/new-account.ts';
import { centersOf, recordLead, uniqueName } from './support/sample-lead.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { logIn } from './support/signing-in.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'manager' });

async function neglectedOf(demo: Demo, session: Session, status: string, limit: number): Promise<Lead[]> {
  const path = `/management/neglected?status=${status}&limit=${limit}`;
  return neglectedList.parse((await demo.call('GET', path, undefined, session)).body).leads;
}

const whereabouts = ({ _id, serviceCenter, advisor }: Lead) => ({
  _id,
  center: serviceCenter._id,
  advisor: advisor?._id,
});

test('a manager finds the neglected leads, hands 30 to an advisor of another center and takes it back', async ({
  page,
  demo,
}) => {
  const session = await demo.session('manager');
  const center = (await centersOf(demo, session)).at(-1);
  const people = await demo.call(
    'GET',
    `/serviceCenter/manageLeads/advisors?serviceCenter=${center?._id}`,
    undefined,
    session,
  );
  const advisor = z.array(person).parse(people.body)[0];
  if (!center || !advisor) throw new Error('The sample dealer has no center, or nobody works there');
  const before = (await neglectedOf(demo, session, 'pending', 50)).slice(0, 30);

  await page.goto('/main/managementLeads');
  await page.getByRole('link', { name: 'Neglected' }).click();
  await expect(rows(page).first()).toContainText(/No contact for \d+ days/);
  const total = await totalOf(page);
  const bar = page.getByRole('region', { name: 'Selected leads' });
  for (const number of [1, 2, 3]) {
    if (number > 1) await page.getByRole('button', { name: `Page ${number}`, exact: true }).click();
    await expect(rows(page).first()).toContainText(before[number * 10 - 10]?.name ?? '');
    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    await expect(bar).toContainText(`${number * 10} leads selected`);
  }
  await expect(bar.getByRole('button', { name: `Select all ${total} that match` })).toBeVisible();
  await bar.getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to another center' });
  await choose(dialog, 'Service center', center.name);
  await choose(dialog, 'Advisor', advisor.name);
  await dialog.getByRole('button', { name: 'Move 30 leads' }).click();

  const progress = page.getByRole('region', { name: 'Bulk change' });
  await expect(progress).toContainText('30 leads moved');
  await expect(bar).toHaveCount(0);
  await expect(heading(page)).toContainText(`(${total - 30} in total)`);
  const read = async () => {
    const answers = await Promise.all(
      before.map(({ _id }) =>
        demo.call('GET', `/serviceCenter/manageLeads/getSingleLead/${_id}`, undefined, session),
      ),
    );
    return answers.map(({ body }) => whereabouts(body as Lead));
  };
  expect(await read()).toEqual(before.map(({ _id }) => ({ _id, center: center._id, advisor: advisor._id })));

  await page.reload();
  await progress.getByRole('button', { name: 'Undo' }).click();
  await expect(progress).toContainText('30 leads taken back');
  expect(await read()).toEqual(before.map(whereabouts));
  await progress.getByRole('button', { name: 'Dismiss' }).click();
  await expect(progress).toHaveCount(0);
});

test('leads are selected by keyboard, by Shift and click, and all that match at once', async ({
  page,
  demo,
}) => {
  const session = await demo.session('manager');
  const name = uniqueName();
  for (let made = 0; made < 12; made++) await recordLead(demo, session, { name: `${name} ${made}` });
  await page.goto(`/main/leads?search=${encodeURIComponent(name)}`);
  await expect(rows(page)).toHaveCount(10);
  const bar = page.getByRole('region', { name: 'Selected leads' });
  const boxes = page.getByRole('checkbox', { name: /^Select Nadia/ });

  await page.keyboard.press('j');
  await expect(rows(page).first().locator(':focus')).toBeVisible();
  await page.keyboard.press('x');
  await expect(bar).toContainText('1 lead selected');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(bar).toContainText('3 leads selected');
  await boxes.nth(6).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('7 leads selected');
  await boxes.nth(0).uncheck();
  await expect(bar).toContainText('6 leads selected');

  await bar.getByRole('button', { name: 'Select all 12 that match' }).click();
  await expect(bar).toContainText('All 12 leads selected');
  await bar.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Archive 12 leads' }).click();
  const progress = page.getByRole('region', { name: 'Bulk change' });
  await expect(progress).toContainText('12 leads archived');
  await expect(page.getByText('No Record Found!')).toBeVisible();
  await progress.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('a bulk change is seen in another browser and after a new login, and taken back there', async ({
  demo,
  openAs,
}) => {
  const manager = await createAccount(demo, 'Farah Karim', { level: 'manager' });
  const name = uniqueName();
  for (let made = 0; made < 3; made++) await recordLead(demo, manager.session, { name: `${name} ${made}` });
  const list = `/main/leadsByStatus/pending?search=${encodeURIComponent(name)}`;
  const progressOn = (page: Page) => page.getByRole('region', { name: 'Bulk change' });

  const desk = await openAs('manager', manager.session);
  await desk.goto(list);
  await desk.getByRole('checkbox', { name: 'Select this page' }).check();
  const bar = desk.getByRole('region', { name: 'Selected leads' });
  await bar.getByRole('button', { name: 'Archive' }).click();
  await desk.getByRole('button', { name: 'Archive 3 leads' }).click();
  await expect(progressOn(desk)).toContainText('3 leads archived');
  await expect(desk.getByText('No Record Found!')).toBeVisible();

  const other = await openAs(undefined);
  await other.goto('/auth/login');
  await logIn(other, manager.password, manager.email);
  await expect(progressOn(other)).toContainText('3 leads archived');
  await progressOn(other).getByRole('button', { name: 'Undo' }).click();
  await expect(progressOn(other)).toContainText('3 leads taken back');
  await other.goto(list);
  await expect(rows(other)).toHaveCount(3);

  await progressOn(desk).getByRole('button', { name: 'Undo' }).click();
  await expect(progressOn(desk)).toContainText('3 leads taken back');
  await progressOn(desk).getByRole('button', { name: 'Dismiss' }).click();
  await desk.reload();
  await expect(rows(desk)).toHaveCount(3);
  await expect(progressOn(desk)).toHaveCount(0);
});

test('the lists by status are sorted by their headers, which the address keeps', async ({ page }) => {
  await page.goto('/main/leadsByStatus/potential');
  await expect(rows(page)).toHaveCount(10);
  const header = page.getByRole('columnheader', { name: 'Follow Up' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=followUp/);
  await expect(rows(page).first()).toContainText(/Overdue \d+ days/);
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText(/In \d+ days|Today/);
  // Its phone: the row also names colleagues who have the lead open, who come and go.
  const first = /01\d{9}/.exec(await textOf(rows(page).first()))?.[0] ?? 'a phone';
  await page.reload();
  await expect(rows(page).first()).toContainText(first);
});

forEachSize(({ isPhone }) => {
  // By a manager of its own: each of a person's browsers shows their bulk changes.
  test('selecting, the bulk bar and what came of it', async ({ demo, openAs }) => {
    const { session } = await createAccount(demo, 'Farah Karim', { level: 'manager' });
    const page = await openAs('manager', session);
    const name = uniqueName();
    for (let made = 0; made < 3; made++) await recordLead(demo, session, { name: `${name} ${made}` });
    await page.goto(`/main/manageMentLead/pending?search=${encodeURIComponent(name)}`);
    const boxes = page.getByRole('checkbox', { name: /^Select Nadia/ });
    await expect(boxes).toHaveCount(3);
    if (isPhone) await boxes.first().tap();
    else await boxes.first().click();
    const bar = page.getByRole('region', { name: 'Selected leads' });
    await expect(bar).toContainText('1 lead selected');
    await expectAccessible(page, 'best-practice');
    await bar.getByRole('button', { name: 'Select all 3 that match' }).click();
    await bar.getByRole('button', { name: 'Assign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign leads' });
    await expect(dialog.getByRole('combobox', { name: 'Advisor' })).toBeVisible();
    await expectAccessible(page, 'best-practice');
    await choose(dialog, 'Advisor', 1);
    await dialog.getByRole('button', { name: 'Assign 3 leads' }).click();
    await expect(page.getByRole('region', { name: 'Bulk change' })).toContainText(/leads? assigned/);
    await expectAccessible(page, 'best-practice');
  });
});
