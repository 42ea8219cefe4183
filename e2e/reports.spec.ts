import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { openPromise } from 'yauzl';
import { z } from 'zod';
import { dashboard } from '#contract/dashboard.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import {
  contactReportColumns,
  employeeReportColumns,
  serviceCenterReportColumns,
} from '#contract/report-columns.ts';
import { collectionsManifest, serviceCenterReport } from '#contract/reports.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { expectAccessible } from './support/accessible.ts';
import { chooseOption, expectChosenOption } from './support/choice.ts';
import { openReports, reportsFold } from './support/dashboard.ts';
import { heading, listTab } from './support/lists.ts';
import { recordLead, uniqueName } from './support/sample-lead.ts';
import { expectFitsPhone, phoneScreen } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';
import { dealerToday } from './support/written-dates.ts';

const centerTable = (page: Page) => page.getByRole('table', { name: 'Service Center Reports' });
const figuresOf = async (page: Page, row: string): Promise<string[]> =>
  page.getByRole('table').first().getByRole('row', { name: row }).getByRole('cell').allTextContents();
const count = (number: number) => `(${number.toLocaleString('en')} in total)`;

async function save(page: Page, button: string, path: string): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saving;
  await file.saveAs(path);
  return file.suggestedFilename();
}

const csvRows = async (path: string): Promise<string[][]> =>
  z.array(z.array(z.string())).parse(parse(await readFile(path), { bom: true }));

test.describe('a manager', () => {
  test.use({ level: 'manager' });

  test('opens exactly the leads behind a number of a center', async ({ page }) => {
    await page.goto('/main/serviceCenterReports');
    const number = centerTable(page).locator('tbody').getByRole('link').last();
    const figure = Number((await number.textContent())?.replaceAll(',', ''));
    expect(figure).toBeGreaterThan(0);
    await expectAccessible(page);
    await number.click();
    await expect(page).toHaveURL(/manageMentLead\/completed\?.*statusFrom=/);
    await expect(heading(page)).toContainText(count(figure));
    await expectAccessible(page);

    await page.getByRole('button', { name: /^Remove filter: In this status since/ }).click();
    await expect(page).not.toHaveURL(/statusFrom/);
    await expect(heading(page)).not.toContainText(count(figure));
    await page.goBack();
    await expect(heading(page)).toContainText(count(figure));
    await page.goBack();
    await expect(centerTable(page)).toBeVisible();
  });

  test('opens an employee’s leads of all centers although one was chosen (F28, F65)', async ({ page }) => {
    await page.goto('/main/managementDashboard');
    await chooseOption(page, 'Service center', 1);
    await expect(page).toHaveURL(/serviceCenter=/);
    await page.getByRole('link', { name: 'Employee Reports' }).click();
    const most = page.getByRole('button', { name: 'Pending, 1 Month' });
    await most.click();
    await expect(page.locator('th[aria-sort=descending]')).toContainText('Pending');
    await expectAccessible(page);
    const number = page.getByRole('link', { name: /Pending leads of 1 Month/ }).first();
    const figure = Number(await number.textContent());
    await number.click();
    await expect(heading(page)).toContainText(count(figure));
    await expectChosenOption(page, 'Service center', 'All Service Centers');
    await page.reload();
    await expect(heading(page)).toContainText(count(figure));

    const filters = page.getByRole('button', { name: /^Remove filter: / });
    const statuses = page.getByRole('navigation', { name: 'Statuses' });
    for (const status of ['Booked', 'All']) {
      const isStatus = status === 'Booked';
      await (isStatus
        ? statuses.getByRole('link', { name: status, exact: true })
        : listTab(page, status)
      ).click();
      await expect(heading(page)).toContainText(status);
      await expect(filters).toHaveText([/^In this status since/, /^Recorded by/]);
      await expectChosenOption(page, 'Service center', 'All Service Centers');
    }
    await statuses.getByRole('link', { name: 'Pending', exact: true }).click();
    await expect(heading(page)).toContainText(count(figure));
  });

  test('opens the leads behind a total; a zero is no link @long', async ({ page }) => {
    await page.goto('/main/employeeReports');
    const total = page.getByRole('row', { name: 'Total' }).getByRole('link').last();
    const figure = Number((await total.textContent())?.replaceAll(',', ''));
    const zeros = page.getByRole('cell', { name: '0', exact: true });
    expect(await zeros.count()).toBeGreaterThan(0);
    await expect(zeros.getByRole('link')).toHaveCount(0);
    await total.click();
    await expect(page).toHaveURL(/manageMentLead\/completed\?.*statusFrom=/);
    await expect(heading(page)).toContainText(count(figure));
  });

  test('reaches five other screens from the dashboard', async ({ page }) => {
    await page.goto('/main/managementDashboard');
    const cards = page.getByRole('navigation', { name: 'More screens' }).getByRole('link');
    await expect(cards).toHaveText([
      'Leads',
      'Employees',
      'Service Center Reports',
      'Employee Reports',
      'Services & Campaigns',
    ]);
    await cards.last().click();
    await expect(page).toHaveURL('/main/servicesAndCampaign');
  });

  test('sees the centers summed up in cards of 15 days, each opening its leads @long', async ({
    page,
    demo,
  }) => {
    const report = z.array(serviceCenterReport).parse(await demo.read('/management/reports/leadReport'));
    for (const [title, status] of [
      ['Pending', 'pending'],
      ['Completed', 'completed'],
      ['Booked', 'booked'],
    ] as const) {
      await page.goto('/main/managementDashboard');
      const sum = report.reduce((total, row) => total + row.fifteenDays[status], 0);
      const card = page
        .getByRole('list', { name: 'Leads of the last 15 days' })
        .getByRole('link', { name: title });
      await expect(card).toContainText(sum.toLocaleString('en'));
      await card.click();
      await expect(page).toHaveURL(new RegExp(`/main/manageMentLead/${status}`));
      await expect(heading(page)).toContainText(count(sum));
    }
  });

  test('opens the leads behind every kind of number on the dashboard', async ({ page, demo }) => {
    const figures = dashboard.parse(await demo.read('/management/reports/dashboard?days=30'));
    const booked = figures.funnel.find(({ stage }) => stage === 'booked');
    const pending = figures.funnel.find(({ stage }) => stage === 'pending');
    const potential = figures.funnel.find(({ stage }) => stage === 'potential');
    const [reason] = figures.lostReasons;
    const [platform] = figures.platforms;
    await page.goto('/main/managementDashboard');
    await openReports(page);
    const open = async (link: string | RegExp, number: number | undefined) => {
      await page.getByRole('link', { name: link }).first().click();
      await expect(heading(page)).toContainText(count(number ?? -1));
      await page.goBack();
    };
    await open('View these leads', figures.leads);
    await open(/reached Booked/, booked?.reached);
    await open(/^\d+ lost at Pending/, pending?.lost);
    await open(/% drop-off: .* lost at Potential/, potential?.lost);
    await open(new RegExp(`^\\d+ leads: ${reason?.reason}`, 'i'), reason?.leads);
    await open(new RegExp(`leads: ${platform?.platform}`, 'i'), platform?.leads);
    await open(/^To first booking/, figures.firstBooking.leads);

    const type = figures.offeringTypes.find((one) => one.type === 'parts');
    await page.getByRole('rowheader', { name: 'Parts' }).click();
    await expect(heading(page)).toContainText(count(type?.leads ?? -1));
  });

  test('reads every chart of the dashboard as a table too', async ({ page, demo }) => {
    const { days } = dashboard.parse(await demo.read('/management/reports/dashboard?days=15'));
    await page.goto('/main/managementDashboard?days=15');
    await openReports(page);
    await page.getByText('Table', { exact: true }).click();
    for (const name of ['Funnel', 'Lost reasons', 'Share by platform', 'Share by offering type']) {
      const cells = page.getByRole('region', { name }).getByRole('table', { name }).getByRole('cell');
      await expect(cells.first()).toHaveText(/^[\d,]+$/);
    }
    const rows = page.getByRole('table', { name: 'Leads per day by status' }).locator('tbody tr');
    await expect(rows).toHaveCount(days.length);
    await expectAccessible(page);
    const shown = await rows.last().getByRole('cell').allTextContents();
    const [oldest] = days;
    expect(shown.map(Number)).toEqual(leadStatuses.map((status) => oldest?.[status]));
  });

  test('opens a day’s leads from the table and from a bar of the chart', async ({ page }) => {
    await page.goto('/main/managementDashboard?days=7');
    await openReports(page);
    await page.getByText('Table', { exact: true }).click();
    const number = page.getByRole('link', { name: /Pending leads of \d/ }).first();
    const figure = Number(await number.textContent());
    await number.click();
    await expect(heading(page)).toContainText(count(figure));
    await page.goBack();
    await page.getByText('Chart', { exact: true }).check();
    const bars = page.locator('.recharts-bar-rectangle path[name=pending]');
    await expect(bars.first()).toBeVisible();
    await expectAccessible(page);
    // Beside a day with very many leads others are too low to be hit.
    const heights = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('height'))));
    await bars.nth(heights.indexOf(Math.max(...heights))).click();
    await expect(page).toHaveURL(/manageMentLead\/pending\?.*enteredFrom=/);
    await expect(heading(page)).toContainText('in total');
  });

  test('downloads reports with the numbers of the tables', async ({ page, folder }) => {
    const path = join(folder, 'report.csv');
    await page.goto('/main/serviceCenterReports');
    await expect(centerTable(page)).toBeVisible();
    expect(await save(page, 'Download Report CSV', path)).toBe('service-center-reports.csv');
    const [header, ...centers] = await csvRows(path);
    expect(header).toEqual(serviceCenterReportColumns);
    const shownCenters = centerTable(page).locator('tbody tr');
    expect(centers.length).toBe(await shownCenters.count());
    expect(centers.length).toBeGreaterThanOrEqual(6);
    for (const [name = '', ...figures] of centers) expect(await figuresOf(page, name)).toEqual(figures);
    const totals = serviceCenterReportColumns
      .slice(1)
      .map((_, at) => centers.reduce((sum, row) => sum + Number(row[at + 1]), 0).toLocaleString('en'));
    expect(await figuresOf(page, 'Total')).toEqual(totals);

    await page.goto('/main/employeeReports');
    await expect(page.getByRole('row', { name: 'Total' })).toBeVisible();
    expect(await save(page, 'Download Report CSV', path)).toBe('employee-reports.csv');
    const [employeeHeader, ...employees] = await csvRows(path);
    expect(employeeHeader).toEqual(employeeReportColumns);
    const shown = await page.getByRole('table').first().locator('tbody tr').count();
    const active = employees.filter(([, , ...figures]) => figures.some((figure) => Number(figure) > 0));
    expect(active.length, 'the table leaves out who has no leads').toBe(shown);
    expect(active.length).toBeLessThan(employees.length);
    const [name = '', , ...figures] = active[0] ?? [];
    expect(await figuresOf(page, name)).toEqual(figures);
  });

  test('shows how each employee works, as its CSV has it, and opens the leads behind a number', async ({
    page,
  }, info) => {
    await page.goto('/main/employeeReports');
    await page.getByRole('link', { name: 'Work', exact: true }).click();
    const table = page.getByRole('table', { name: 'Work by employee' });
    const path = info.outputPath('work.csv');
    await expect(table.locator('tbody tr').first()).toBeVisible();
    expect(await save(page, 'Download Work CSV', path)).toBe('employee-contacts.csv');
    const [header = [], ...rows] = await csvRows(path);
    expect(header).toEqual(contactReportColumns);
    const attempts = header.indexOf('Attempts (1 Month)');
    const [busiest = []] = rows.toSorted((one, other) => Number(other[attempts]) - Number(one[attempts]));
    expect(Number(busiest[attempts])).toBeGreaterThan(0);
    await page.getByText('1 Month', { exact: true }).click();
    const isShown = (_: string, at: number) => /\(1 Month\)$|^Open Now$/.test(header[at] ?? '');
    const active = rows.filter((row) => row.filter(isShown).some((figure) => Number.parseFloat(figure) > 0));
    await expect(table.locator('tbody tr')).toHaveCount(active.length);
    expect(active.length).toBeLessThan(rows.length);
    await table.getByRole('button', { name: 'Attempts' }).click();
    await expect(table.locator('tbody th').first()).toHaveText(busiest[0] ?? '');
    await expectAccessible(page);
    const row = table.locator('tbody tr').first();
    await expect(row.getByRole('cell').nth(1)).toHaveText(busiest[attempts] ?? '');
    const open = row.getByRole('link', { name: /^Open now/ });
    const figure = Number(await open.textContent());
    expect(figure).toBe(Number(busiest[header.indexOf('Open Now')]));
    await open.click();
    await expect(heading(page)).toContainText(count(figure));
    await page.goBack();
    await expect(table.locator('tbody th').first()).toHaveText(busiest[0] ?? '');
    await expect(page.getByRole('radio', { name: '1 Month' })).toBeChecked();
  });

  test('begins the dashboard with what is late and how this week compares, each number with its leads', async ({
    page,
    demo,
  }) => {
    await page.goto('/main/managementDashboard');
    const late = page.getByRole('table', { name: 'Late and overdue' });
    const overdue = late.getByRole('link', { name: /^Follow-ups overdue: .*, All$/ });
    const figure = Number((await overdue.textContent())?.replaceAll(',', ''));
    await overdue.click();
    await expect(heading(page)).toContainText(count(figure));
    await page.goBack();
    await page.getByText('By advisor', { exact: true }).first().click();
    await expect(late.getByRole('columnheader', { name: 'Advisor' })).toBeVisible();
    await page.reload();
    await expect(late.getByRole('columnheader', { name: 'Advisor' })).toBeVisible();

    await expect(page.getByRole('heading', { name: 'This week against last' })).toBeVisible();
    await expect(
      page.getByText(/, compared with .* until \d+:\d\d.[ap]m, as today is not over$/),
    ).toBeVisible();
    await page.getByText('Last week', { exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Last week against the one before' })).toBeVisible();
    await expect(page.getByText(/, compared with [^,]+$/)).toBeVisible();
    await openReports(page);
    const entered = page.getByRole('link', { name: /^Enquiries: [\d,]+$/ });
    await page.getByText('90 days', { exact: true }).first().click();
    await expect(page).toHaveURL(/span=days90/);
    await expect(page.getByRole('heading', { name: /^Leads entered from / })).toBeVisible();
    await expect(entered).toHaveAttribute('href', new RegExp(`enteredFrom=${addDays(dealerToday(), -89)}`));
    const enquiries = Number((await entered.textContent())?.replaceAll(',', ''));
    await entered.click();
    await expect(heading(page)).toContainText(count(enquiries));

    await page.goto(
      `/main/managementDashboard?from=${addDays(dealerToday(), -2)}&by=platform&advisor=nobody`,
    );
    await expect(page.getByRole('heading', { name: 'Chosen days against the period before' })).toBeVisible();
    await expectChosenOption(page, 'Advisor', 'Unassigned');
    await expect(page.getByRole('button', { name: 'Remove filter: Unassigned' })).toBeVisible();
    const funnel = page.getByRole('region', { name: 'Funnel · Unassigned' });
    await expect(funnel.getByRole('link').first()).toHaveAttribute('href', /advisor=nobody/);
    await expect(page.getByRole('heading', { name: 'Lost reasons · Unassigned' })).toBeVisible();
    const whatsApp = page
      .getByRole('table', { name: 'Compared in groups' })
      .getByRole('row', { name: /^WhatsApp/ });
    const first = whatsApp.getByRole('link').first();
    await expect(first).toHaveAttribute(
      'href',
      /enteredTo=.*platform=whatsapp|platform=whatsapp.*enteredTo=/,
    );
    const ofPlatform = Number((await first.textContent())?.replaceAll(',', ''));
    await first.click();
    await expect(heading(page)).toContainText(count(ofPlatform));

    const session = await demo.session('manager');
    const made = await demo.call('POST', '/management/manageServiceCenter', { name: uniqueName() }, session);
    const { _id: center } = serviceCenter.parse(made.body);
    await page.goto(`/main/managementDashboard?serviceCenter=${center}`);
    await expect(page.getByText('Nothing is late, overdue or neglected.')).toBeVisible();

    await page.goto(`/main/managementDashboard?from=${addDays(dealerToday(), -400)}&to=${dealerToday()}`);
    await expect(page.getByRole('textbox', { name: 'End Date' })).toHaveAccessibleDescription(
      'Choose at most 366 days',
    );
    await expect(page.getByRole('heading', { name: 'This week against last' })).toBeVisible();
  });

  test('says how many cars come and how many did not, each with its place on the board or its list', async ({
    page,
    demo,
  }) => {
    const boardDays = z.array(z.object({ days: z.array(z.object({ booked: z.number() })) }));
    const centers = boardDays.parse(
      await demo.read(`/serviceCenter/bookings/days?from=${dealerToday()}&days=2`),
    );
    const onBoard = (place: number) => centers.reduce((sum, { days }) => sum + (days[place]?.booked ?? 0), 0);
    await page.goto('/main/managementDashboard');
    const line = page.getByRole('list', { name: 'Bookings', exact: true });
    await expect(line.getByRole('link', { name: /^Today/ })).toHaveText(new RegExp(`${onBoard(0)}$`));
    const tomorrow = line.getByRole('link', { name: /^Tomorrow/ });
    await expect(tomorrow).toHaveText(new RegExp(`${onBoard(1)}$`));
    await page.getByText('7 days', { exact: true }).first().click();
    const missed = line.getByRole('link', { name: /^Did not come in 7 days/ });
    await expect(missed).toHaveText(/[1-9]\d*$/);
    await missed.click();
    await expect(heading(page)).toContainText('All Leads');
    await expect(page).toHaveURL(/booking=didNotCome/);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.goBack();
    await tomorrow.click();
    await expect(page).toHaveURL(new RegExp(`/main/bookings\\?day=${addDays(dealerToday(), 1)}&view=week`));
    await expect(page.getByRole('table', { name: 'Bookings of the week' })).toBeVisible();
  });

  test('has a dashboard of one screen, and reads reports once somebody opens them', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname);
    });
    await page.goto('/main/managementDashboard');
    const fold = reportsFold(page);
    await expect(fold).not.toHaveAttribute('open');
    await expect(page.getByRole('list', { name: 'Leads of the last 15 days' })).toContainText(/\d/);
    const tiles = page.getByRole('list', { name: 'These days and those before' });
    for (const tile of await tiles.getByRole('listitem').all())
      await expect(tile.getByText(/(than|from|was|same as|nothing to) /)).toBeInViewport({ ratio: 1 });
    const bookings = page.getByRole('list', { name: 'Bookings', exact: true });
    for (const name of [/^Today \d/, /^Tomorrow \d/, /^Did not come this week \d/])
      await expect(bookings.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(1400);
    expect(await countWords(page)).toBeLessThanOrEqual(250);
    const ofReports = /\/(dashboard|lostReasons|advisors)$/;
    expect(asked.filter((path) => ofReports.test(path))).toEqual([]);

    await page.getByRole('button', { name: 'About Late and overdue' }).click();
    await expect(page.getByText(/^New enquiries are late past/)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await fold.locator('summary').press('Enter');
    await expect(centerTable(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Funnel' })).toBeVisible();
    await expect.poll(() => asked.filter((path) => ofReports.test(path)).length).toBeGreaterThan(2);
    await page.reload();
    await expect(centerTable(page)).toBeVisible();
    await fold.locator('summary').click();
    await expect(centerTable(page)).toHaveCount(0);
  });

  test('says within a minute that a target has passed, which nobody announces', async ({ page, demo }) => {
    const session = await demo.session('manager');
    const made = await demo.call('POST', '/management/manageServiceCenter', { name: uniqueName() }, session);
    const { _id: center } = serviceCenter.parse(made.body);
    const { _id: lead } = await recordLead(demo, session, { serviceCenter: center });
    await page.clock.install();
    await page.goto(`/main/managementDashboard?serviceCenter=${center}`);
    const nothing = page.getByText(/^Nothing is late/);
    await expect(nothing).toBeVisible();
    // As its moment passes: without an event.
    await demo.sql(
      `with quiet as materialized (select set_config('session_replication_role', 'replica', true))
       update leads set response_due_at = now() - interval '1 minute' from quiet where id = $1`,
      [lead],
    );
    await expect(nothing).toBeVisible();
    await page.clock.runFor(60_000);
    const late = page.getByRole('table', { name: 'Late and overdue' });
    await expect(late.getByRole('link', { name: /^New and late: 1, All$/ })).toBeVisible();
  });

  test('sorts a report by a column both ways, and a reload keeps the order', async ({ page }) => {
    await page.goto('/main/serviceCenterReports');
    const numbers = async () =>
      (await centerTable(page).locator('tbody tr td:nth-of-type(12)').allTextContents()).map(Number);
    const sort = page.getByRole('button', { name: 'Completed, 1 Month' });
    await sort.click();
    await expect(page).toHaveURL(/sort=thirtyDays.completed&order=desc/);
    const falling = await numbers();
    expect(falling).toEqual(falling.toSorted((a, b) => b - a));
    await page.reload();
    await expect(centerTable(page)).toBeVisible();
    expect(await numbers()).toEqual(falling);
    await sort.click();
    await expect(page).not.toHaveURL(/order=desc/);
    const rising = await numbers();
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  });
});

test.describe('a superAdmin', () => {
  test.use({ level: 'superAdmin' });

  test('exports all data as a zip of the files that its manifest names', async ({ page, folder }) => {
    const path = join(folder, 'collections.zip');
    await page.goto('/main/managementDashboard');
    await openReports(page);
    expect(await save(page, 'Export All Data', path)).toBe('collections.zip');
    await expect(page.getByText('collections.zip downloaded')).toBeVisible();
    const files = await unzip(path);
    const manifest = collectionsManifest.parse(JSON.parse(String(files.get('manifest.json'))));
    const names = manifest.collections.map(({ file }) => file);
    expect([...files.keys()].toSorted()).toEqual(['manifest.json', ...names].toSorted());
    const leads = manifest.collections.find(({ file }) => file === 'leads.csv');
    expect(leads?.rows).toBeGreaterThan(2000);
  });
});

// Of the words that show: closed lists of choices have others.
const wordsShown = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  let words = 0;
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    const isShown = parentElement.checkVisibility() && !parentElement.closest('select, .visually-hidden');
    if (isShown) words += data.split(/\\s+/).filter(Boolean).length;
  }
  return words;
})()`;
const countWords = async (page: Page) => Number(await page.evaluate(wordsShown));

async function unzip(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

test.describe('on a phone', () => {
  test.use({ ...phoneScreen, level: 'superAdmin' });

  const expectSound = async (page: Page) => {
    await expectAccessible(page);
    await expectFitsPhone(page);
  };

  test('the dashboard is accessible with its chart and with its table', async ({ page }) => {
    await page.goto('/main/managementDashboard');
    await expect(reportsFold(page)).toBeVisible();
    await expectSound(page);
    await openReports(page);
    // The chart is drawn once it is near.
    await page.getByText('Table', { exact: true }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('img', { name: /^Stacked bars/ })).toBeVisible();
    await expectSound(page);
    await page.getByText('Table', { exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Day', exact: true })).toBeVisible();
    await expectSound(page);
  });

  test('the reports and the list behind a number are accessible', async ({ page }) => {
    for (const path of ['/main/serviceCenterReports', '/main/employeeReports']) {
      await page.goto(path);
      await expect(page.getByRole('row', { name: 'Total' })).toBeVisible();
      await expectSound(page);
    }
    await page.getByRole('link', { name: 'Work', exact: true }).click();
    await expect(page.getByRole('link', { name: /^Open now: / }).first()).toBeVisible();
    await expectSound(page);
    await page.getByRole('link', { name: 'Leads recorded' }).click();
    await page
      .getByRole('link', { name: /Pending leads of 1 Month/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: /^Remove filter: / })).toHaveCount(2);
    await expectSound(page);
  });
});
