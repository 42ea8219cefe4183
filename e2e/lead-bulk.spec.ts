import { z } from 'zod';
import { bulkAdvisors } from '#contract/leads/lead-bulk.ts';
import { neglectedList } from '#contract/leads/lead-oversight.ts';
import { type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import { person } from '#contract/people.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { expectAccessible } from './support/accessible.ts';
import { chooseOption, optionsOf } from './support/choice.ts';
import type { Demo, Session } from './support/demo.ts';
import {
  heading,
  hoverUndo,
  openFromMainMenu,
  openFromMoreMenu,
  readText,
  readTotal,
  rows,
  statusBarLines,
} from './support/lists.ts';
import { createAccount } from './support/new-account.ts';
import { readCenters, recordLead, uniqueName } from './support/sample-lead.ts';
import { phoneScreen } from './support/screen-sizes.ts';
import { submitLoginForm } from './support/signing-in.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'manager' });

async function neglectedOf(demo: Demo, session: Session, status: string, limit: number): Promise<Lead[]> {
  const path = `/management/neglected?status=${status}&limit=${limit}`;
  return neglectedList.parse((await demo.call('GET', path, undefined, session)).body).leads;
}

async function leadNow(demo: Demo, session: Session, id: string): Promise<Lead> {
  const path = `/serviceCenter/manageLeads/getSingleLead/${id}`;
  return leadSchema.parse((await demo.call('GET', path, undefined, session)).body);
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
  const center = (await readCenters(demo, session)).at(-1);
  const people = await demo.call(
    'GET',
    `/serviceCenter/manageLeads/advisors?serviceCenter=${center?._id}`,
    undefined,
    session,
  );
  const advisor = z.array(person).parse(people.body)[0];
  if (!center || !advisor) throw new Error('The sample dealer has no center, or nobody works there');
  const recorded = await Promise.all(Array.from({ length: 30 }, () => recordLead(demo, session)));
  await demo.sql("update leads set status_at = status_at - interval '3 days' where id = any($1)", [
    recorded.map(({ _id }) => _id),
  ]);
  const before = (await neglectedOf(demo, session, 'pending', 50)).slice(0, 30);

  await page.goto('/main/managementLeads');
  await page.getByRole('link', { name: 'Neglected' }).click();
  await expect(rows(page).first()).toContainText(/\d+ days/);
  const total = await readTotal(page);
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
  await chooseOption(dialog, 'Service center', center.name);
  const label = optionsOf(dialog, 'Advisor').filter({ hasText: `${advisor.name} · ` });
  await chooseOption(dialog, 'Advisor', (await label.textContent()) ?? '');
  await dialog.getByRole('button', { name: 'Move 30 leads' }).click();

  await expect(statusBarLines(page)).toContainText('30 leads moved');
  await expect(bar).toHaveCount(0);
  await expect(heading(page)).toContainText(`(${total} in total)`);
  const read = async () =>
    (await Promise.all(before.map(({ _id }) => leadNow(demo, session, _id)))).map(whereabouts);
  expect(await read()).toEqual(before.map(({ _id }) => ({ _id, center: center._id, advisor: advisor._id })));

  await page.reload();
  await expect(heading(page)).toContainText(`(${total} in total)`);
  await expect(statusBarLines(page)).toHaveText('');
  await openFromMoreMenu(page, 'Bulk changes');
  const change = rows(page).first();
  await expect(change).toContainText(`30 leads moved · ${center.name} · ${advisor.name}`);
  await change.getByRole('button', { name: /^Undo: / }).click();
  await expect(statusBarLines(page)).toContainText('Undone for 30 leads');
  await expect(change).toContainText('Undone for 30 leads');
  await expect(change.getByRole('button', { name: /^Undo: / })).toHaveCount(0);
  expect(await read()).toEqual(before.map(whereabouts));
});

test('neglected leads of a center are assigned as a group, stay neglected, and are worked through from there', async ({
  page,
  demo,
}) => {
  const session = await demo.session('manager');
  const name = `Center ${uniqueName()}`;
  const made = await demo.call('POST', '/management/manageServiceCenter', { name }, session);
  const { _id: center } = serviceCenter.parse(made.body);
  const leads = [1, 2].map(() => recordLead(demo, session, { serviceCenter: center }));
  const ids = (await Promise.all(leads)).map(({ _id }) => _id);
  await demo.sql("update leads set status_at = status_at - interval '3 days' where id = any($1)", [ids]);

  await page.goto('/main/neglected?by=serviceCenter');
  const group = rows(page).filter({ hasText: name });
  await expect(group.getByRole('cell', { name: '2', exact: true })).toBeVisible();
  await group.getByRole('button', { name: `Assign the leads of ${name}` }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Assign 2 leads' });
  await expect(submit).toBeDisabled();
  await dialog
    .getByRole('checkbox', { name: /\d+ open$/ })
    .first()
    .check();
  await submit.click();
  await expect(statusBarLines(page)).toContainText('2 leads assigned');
  for (const id of ids) expect((await leadNow(demo, session, id)).advisor).not.toBeNull();
  await expect(group.getByRole('cell', { name: '2', exact: true })).toBeVisible();
  await group.getByRole('button', { name: `Work through the leads of ${name}` }).click();
  await expect(page.getByRole('complementary', { name: /^Lead/ }).getByText('1 of 2')).toBeVisible();
});

test('what changed nothing offers no Undo, and goes; Ctrl+Z takes back the newest, but not from a field (F62)', async ({
  demo,
  openAs,
}) => {
  const manager = await createAccount(demo, 'Farah Karim', { level: 'manager' });
  const name = uniqueName();
  const lead = await recordLead(demo, manager.session, { name });
  const page = await openAs('manager', manager.session);
  await page.clock.install();
  await page.goto(`/main/manageMentLead/pending?search=${encodeURIComponent(name)}`);
  await expect(rows(page)).toHaveCount(1);
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await bar.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('checkbox', { name: 'Nobody' }).check();
  await page.getByRole('button', { name: 'Assign 1 lead' }).click();
  await expect(statusBarLines(page)).toContainText('No lead assigned');
  await expect(statusBarLines(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.clock.runFor(10_000);
  await expect(statusBarLines(page)).toHaveText('');

  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await bar.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Archive 1 lead' }).click();
  await expect(statusBarLines(page)).toContainText('1 lead archived');
  await page.getByRole('textbox', { name: 'Search' }).press('Control+z');
  await expect(statusBarLines(page)).toContainText('1 lead archived');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+z');
  await expect(statusBarLines(page)).toContainText('Undone for 1 lead');
  await expect(rows(page)).toHaveCount(1);
  await expectAccessible(page, 'best-practice');
  await statusBarLines(page).getByRole('link', { name: 'View' }).click();
  await expect(heading(page)).toContainText('Bulk changes');
  await expect(rows(page).first()).toContainText('Farah Karim1 lead archived · Undone for 1 lead');
  await expectAccessible(page, 'best-practice');
  expect(await leadNow(demo, manager.session, lead._id)).toMatchObject({ isActive: true });
});

test('leads are shared among several, who gets how many is said before, and one Undo takes it back (F42)', async ({
  page,
  demo,
}) => {
  const session = await demo.session('manager');
  const [here, there] = await readCenters(demo, session);
  if (!here || !there) throw new Error('The sample dealer has fewer than two centers');
  const name = uniqueName();
  const leads: string[] = [];
  for (const { _id: serviceCenter } of [...Array.from({ length: 8 }, () => here), there])
    leads.push((await recordLead(demo, session, { name, serviceCenter }))._id);
  const answer = await demo.call('POST', '/management/bulk/advisors', { leads }, session);
  const { advisors } = bulkAdvisors.parse(answer.body);
  const local = advisors.find(({ serviceCenters }) => serviceCenters.join() === here._id);
  const both = advisors.find(
    ({ level, serviceCenters }) => level !== 'service' && serviceCenters.length === 2,
  );
  if (!local || !both) throw new Error('The sample dealer has nobody of one center, or nobody of both');

  await page.goto(`/main/leadsByStatus/pending?search=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('region', { name: 'Selected leads' }).getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign leads' });
  const submit = dialog.getByRole('button', { name: 'Assign 9 leads' });
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(submit).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Search people' }).fill(local.name);
  await dialog.getByRole('checkbox', { name: `${local.name} can take 8 of 9 · ` }).check();
  const said = dialog.getByRole('status').last();
  await expect(said).toHaveText(`1 lead stays: nobody chosen works at ${there.name}.`);
  await dialog.getByRole('textbox', { name: 'Search people' }).fill(both.name);
  await dialog.getByRole('checkbox', { name: both.name }).check();
  await expect(said).toHaveText(/^Shared evenly: .+ 5, .+ 4$/);
  await expectAccessible(page, 'best-practice');
  await submit.click();
  await expect(statusBarLines(page)).toContainText('9 leads assigned');
  await hoverUndo(page);
  const counts = Map.groupBy(
    await Promise.all(leads.map((id) => leadNow(demo, session, id))),
    ({ advisor }) => advisor?._id,
  );
  expect([counts.get(local._id)?.length, counts.get(both._id)?.length].sort()).toEqual([4, 5]);
  await statusBarLines(page).getByRole('button', { name: 'Undo' }).click();
  await expect(statusBarLines(page)).toContainText('Undone for 9 leads');
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
  await expectAccessible(page, 'best-practice');

  await bar.getByRole('button', { name: 'Select all 12 that match' }).click();
  await expect(bar).toContainText('All 12 leads selected');
  await bar.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Archive 12 leads' }).click();
  await expect(statusBarLines(page)).toContainText('12 leads archived');
  await expect(page.getByText('No Record Found!')).toBeVisible();
  await statusBarLines(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('a bulk change is taken back in another browser, which shows no line of it (F62) @long', async ({
  demo,
  openAs,
}) => {
  const manager = await createAccount(demo, 'Farah Karim', { level: 'manager' });
  const name = uniqueName();
  for (let made = 0; made < 3; made++) await recordLead(demo, manager.session, { name: `${name} ${made}` });
  const list = `/main/leadsByStatus/pending?search=${encodeURIComponent(name)}`;

  const desk = await openAs('manager', manager.session);
  await desk.goto(list);
  await expect(rows(desk)).toHaveCount(3);
  await desk.getByRole('checkbox', { name: 'Select this page' }).check();
  const bar = desk.getByRole('region', { name: 'Selected leads' });
  await bar.getByRole('button', { name: 'Archive' }).click();
  await desk.getByRole('button', { name: 'Archive 3 leads' }).click();
  await expect(statusBarLines(desk)).toContainText('3 leads archived');
  await expect(desk.getByText('No Record Found!')).toBeVisible();

  const other = await openAs(undefined);
  await other.goto('/auth/login');
  await submitLoginForm(other, manager.password, manager.email);
  await openFromMainMenu(other, 'Leads');
  await openFromMoreMenu(other, 'Bulk changes');
  await expect(statusBarLines(other)).toHaveText('');
  await rows(other).first().getByRole('button', { name: 'Undo: 3 leads archived' }).click();
  await expect(rows(other).first()).toContainText('Undone for 3 leads');
  await expect(rows(desk)).toHaveCount(3);

  const colleague = await openAs('manager');
  await colleague.goto('/main/bulkChanges');
  const seen = rows(colleague).filter({ hasText: 'Farah Karim' }).first();
  await expect(seen).toContainText('3 leads archived');
  await expect(seen.getByRole('button')).toHaveCount(0);
});

test('the lists by status are sorted by their headers, which the address keeps', async ({ page }) => {
  await page.goto('/main/leadsByStatus/potential');
  await expect(rows(page)).toHaveCount(10);
  const header = page.getByRole('columnheader', { name: 'Follow Up' });
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText(/Overdue \d+ days/);
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=followUp/);
  await expect(rows(page).first()).toContainText(/In \d+ days|Today/);
  // Its phone: the row also names colleagues who have the lead open, who come and go.
  const first = /01\d{9}/.exec(await readText(rows(page).first()))?.[0] ?? 'a phone';
  await page.reload();
  await expect(rows(page).first()).toContainText(first);
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).not.toHaveURL(/sort=/);
});

test.describe('on a phone', () => {
  test.use(phoneScreen);

  // By a manager of its own: each of a person's browsers shows their bulk changes.
  test('selecting, the bulk bar and what came of it', async ({ demo, openAs }) => {
    const { session } = await createAccount(demo, 'Farah Karim', { level: 'manager' });
    const page = await openAs('manager', session);
    const name = uniqueName();
    for (let made = 0; made < 3; made++) await recordLead(demo, session, { name: `${name} ${made}` });
    await page.goto(`/main/manageMentLead/pending?search=${encodeURIComponent(name)}`);
    const boxes = page.getByRole('checkbox', { name: /^Select Nadia/ });
    await expect(boxes).toHaveCount(3);
    await boxes.first().tap();
    const bar = page.getByRole('region', { name: 'Selected leads' });
    await expect(bar).toContainText('1 lead selected');
    await expectAccessible(page, 'best-practice');
    await bar.getByRole('button', { name: 'Select all 3 that match' }).click();
    await bar.getByRole('button', { name: 'Assign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign leads' });
    await dialog
      .getByRole('checkbox', { name: /\d+ open$/ })
      .first()
      .check();
    await expectAccessible(page, 'best-practice');
    await dialog.getByRole('button', { name: 'Assign 3 leads' }).click();
    await expect(statusBarLines(page)).toContainText(/leads? assigned/);
    await expectAccessible(page, 'best-practice');
    await statusBarLines(page).getByRole('link', { name: 'View' }).click();
    await expect(heading(page)).toContainText('Bulk changes');
    await expect(page.getByText(/leads? assigned · /).first()).toBeVisible();
    await expectAccessible(page, 'best-practice');
  });
});
