import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { leadList } from '#contract/leads/leads.ts';
import { expectAccessible } from './support/accessible.ts';
import { holdRequests } from './support/held.ts';
import { uniqueName, uniquePhone } from './support/sample-lead.ts';
import { phoneScreen } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'manager' });

const sample = (name: string) => fileURLToPath(new URL(`../docs/samples/${name}`, import.meta.url));

async function openFile(page: Page, path: string): Promise<void> {
  await page.goto('/main/import');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await chooser).setFiles(path);
  await expect(page.getByRole('heading', { name: 'Columns', exact: true })).toBeVisible();
}

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Before you import' })).toBeFocused();
}

const metric = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: new RegExp(`^${name} `) });

async function revert(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Revert this import?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Revert' }).press('Enter');
  await expect(metric(page, 'Deleted')).toContainText(/[1-9]/);
  await expect(page.getByRole('region', { name: 'Reverted' })).toContainText(/\d{4}, .+ by \w/);
}

test('a messy file is imported, its refused rows are mended on the screen and in a file, and all is reverted, by keyboard', async ({
  page,
  folder,
}) => {
  const refused = join(folder, 'refused.csv');
  const told = join(folder, 'problems.csv');
  const messy = join(folder, 'messy-leads.csv');
  const further = 'Rina Das;01711200111;;HQ;Oil Filter;Website;;New;19/10/2026;;;;;;\n';

  await test.step('every problem is named before anything is written', async () => {
    await writeFile(messy, `${await readFile(sample('messy-leads.csv'), 'utf8')}${further}`);
    await openFile(page, messy);
    await expect(page.getByText('CSV, UTF-8, columns separated by semicolons')).toBeVisible();
    await expectAccessible(page, 'best-practice');
    await expect(page.getByLabel('Column Mobile No. becomes')).toHaveValue('phone');
    await check(page);
    const problems = page.getByRole('list', { name: 'Rows that stay out' }).getByRole('listitem');
    await expectAccessible(page, 'best-practice');
    await expect(problems.filter({ hasText: 'Row 5' })).toHaveText(/Mobile No\.0171120010.*too short/);
    await expect(problems.filter({ hasText: 'Row 10' })).toHaveCount(1);
    const leftOut = page.getByRole('list', { name: 'Cells left out' }).getByRole('listitem');
    await expect(leftOut).toHaveText([/Row 4Emailmita@example/]);
    await expect(problems.filter({ hasText: 'Row 6' }).first()).toContainText('Banani');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download problems' }).press('Enter');
    await (await download).saveAs(told);
    expect(await readFile(told, 'utf8')).toMatch(/^5,Mobile No\.,0171120010,.*too short/m);
  });

  await test.step('what is not known here is matched once', async () => {
    const meaning = (value: string) => page.getByRole('combobox', { name: `“${value}” is` });
    const taken = (value: string) => meaning(value).locator('option:checked');
    await expect(taken('Uttara')).toHaveText('Uttara Service Center');
    await expect(taken('AC Service')).toHaveText('AC Service & Gas Refill');
    await expect(taken('Battery')).toHaveText('Battery Check & Replacement');
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings.slice(0, 2), 'what has to be chosen stands first').toEqual([
      ...['Before you import', 'Values to match'],
    ]);
    await page.getByRole('checkbox', { name: 'All values of: Service center' }).press('Space');
    await page
      .getByRole('combobox', { name: 'Service center: the ticked values are' })
      .selectOption({ label: 'Tejgaon Service Center' });
    for (const value of ['Banani', 'HQ']) await expect(taken(value)).toHaveText('Tejgaon Service Center');
    await meaning('Walk-in').selectOption({ label: 'Nothing (leave empty)' });
    await page.getByRole('radio', { name: 'Add anyway' }).press('Space');
    await expect(page.getByText('The choices have changed. Check the file again.')).toBeVisible();
    await check(page);
    await expect(metric(page, 'Ready')).toContainText('8');
    await expect(metric(page, 'Duplicates among them')).toBeVisible();
    await expect(metric(page, 'Problems')).toContainText('3');
  });

  await test.step('the import tells what became of its rows', async () => {
    await page.getByRole('button', { name: 'Import 8 leads, 3 rows stay out' }).press('Enter');
    await expect(metric(page, 'Imported')).toContainText('8');
    await expect(metric(page, 'Refused')).toContainText('3');
    await expectAccessible(page, 'best-practice');
  });

  await test.step('a row that stayed out comes in once it is mended on the screen', async () => {
    await page.getByRole('button', { name: 'Fix row 5' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Fix row 5' });
    const number = dialog.getByLabel('Mobile No.');
    await expect(number).toBeFocused();
    await expect(dialog).toContainText('This phone number is too short');
    await expectAccessible(page, 'best-practice');
    await number.fill('0171120');
    await number.press('Control+Enter');
    await expect(dialog, 'it is checked again').toContainText('This phone number is too short');
    await number.fill(uniquePhone());
    await number.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(metric(page, 'Imported')).toContainText('9');
    await expect(metric(page, 'Refused')).toContainText('2');
    await expect(page.getByRole('button', { name: 'Fix row 5' })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download refused rows' }).press('Enter');
    await (await download).saveAs(refused);
  });

  await test.step('the refused rows say why, and come in once they are mended', async () => {
    const [headers = [], ...rows] = parse(await readFile(refused), { bom: true }) as string[][];
    expect(headers.at(-1)).toBe('Reasons');
    expect(rows.map((cells) => cells.at(-1))).not.toContain('');
    const mended = rows.map((cells, at) => {
      const row = Object.fromEntries(headers.map((header, place) => [header, cells[place] ?? '']));
      row['Customer Name'] ||= 'Mended';
      row['Mobile No.'] = `0171120030${at}`;
      row.Email = '';
      row['Entry date'] = '01/10/2026';
      row['Next follow-up'] = '01/12/2099'.replace('2099', String(new Date().getFullYear() + 1));
      return headers.map((header) => row[header] ?? '');
    });
    await writeFile(refused, stringify([headers, ...mended]));
    await openFile(page, refused);
    await expect(page.getByText('Chosen as in your last file with these headers.')).toBeVisible();
    await check(page);
    await expect(page.getByText('No problems found.')).toBeVisible();
    await page.getByRole('button', { name: 'Import 2 leads' }).press('Enter');
    await expect(metric(page, 'Imported')).toContainText('2');
    const result = page.url();
    await page.getByRole('link', { name: 'Show the 2 imported leads' }).press('Enter');
    await expect(page.getByRole('heading', { name: '(2 in total)' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Imported from refused.csv' })).toBeVisible();
    await expectAccessible(page, 'best-practice');
    await page.goto(result);
  });

  await test.step('both are taken back', async () => {
    await page.getByRole('button', { name: 'Revert' }).press('Enter');
    await expectAccessible(page, 'best-practice');
    await revert(page);
    await expectAccessible(page, 'best-practice');
    await page.goto('/main/import');
    await expectAccessible(page, 'best-practice');
    await page.getByRole('link', { name: 'Revert: messy-leads.csv' }).first().press('Enter');
    await revert(page);
    await page.goto('/main/import');
    const row = page.getByRole('row', { name: /messy-leads\.csv/ }).first();
    await expect(row).toContainText(/Reverted .+ by \w.* 0 kept/);
  });
});

test('a file that is none is refused in one line, a dropped one is taken, and customers come in and go again (F80)', async ({
  page,
}) => {
  await page.goto('/main/import');
  const input = page.getByLabel('CSV or XLSX file');
  await input.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7 ') });
  await expect(page.getByRole('alert')).toHaveText('This is a PDF. Save the table as CSV or XLSX');
  // Its names are the browser's: as a text it needs no types of them.
  const file = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['Name,Phone\\nRahim,01711200401\\n'], 'dropped.csv', { type: 'text/csv' }));
    return data;
  })()`);
  await page.dispatchEvent('main', 'dragover', { dataTransfer: file });
  await expect(page.getByText('Drop to upload')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer: file });
  await expect(page.getByRole('heading', { name: 'Import: dropped.csv' })).toBeVisible();
  await expect(page.getByText('Choose the service center of these leads.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check file' })).toBeDisabled();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/main/import');

  await page.getByRole('radio', { name: 'Customers' }).press('Space');
  const name = uniqueName();
  const buffer = Buffer.from(`Name,Mobile,Address\n${name},${uniquePhone()},Road 5\nNobody,12,\n`);
  await input.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByLabel('Column Mobile becomes')).toHaveValue('phone');
  await check(page);
  await expect(metric(page, 'Problems')).toContainText('1');
  const { release } = await holdRequests(page, '**/check');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('radio', { name: 'Fill gaps' }).press('Space');
  release();
  await expect(
    page.getByText('The choices have changed. Check the file again.'),
    'what is chosen while a file is being checked is not checked',
  ).toBeVisible();
  await page.getByRole('radio', { name: 'Skip' }).press('Space');
  await page.getByRole('button', { name: 'Import 1 customer, 1 row stays out' }).click();
  await expect(metric(page, 'Imported')).toContainText('1');
  const result = page.url();
  await page.goto('/main/import');
  await page.getByRole('radio', { name: 'Customers' }).press('Space');
  await input.setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer });
  await check(page);
  await expect(page.getByText('are duplicates, and duplicates are skipped')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.goto(`/main/customers?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { name: '(1 in total)' })).toBeVisible();
  await page.goto(result);
  await page.getByRole('button', { name: 'Revert' }).click();
  await revert(page);
});

test('headers below a row that looks like headers are chosen by keyboard, and columns are recognised anew (F123) @long', async ({
  page,
}) => {
  await page.goto('/main/import');
  const buffer = Buffer.from('Source,Date\nFacebook,2026\nCustomer Name,Mobile No.\nRahim,01711200499\n');
  const input = page.getByLabel('CSV or XLSX file');
  await input.setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer });
  const row = page.getByRole('combobox', { name: 'The headers are in' });
  await expect(row).toHaveValue('1');
  const center = page.getByRole('combobox', { name: 'Service center of these leads' });
  await center.selectOption({ label: 'Uttara Service Center' });
  await page.getByRole('radio', { name: 'Skip' }).press('Space');
  await row.focus();
  await row.selectOption({ label: 'row 3: Customer Name · Mobile No.' });
  await expect(page.getByLabel('Column Mobile No. becomes')).toHaveValue('phone');
  await expect(page.getByLabel('Column Customer Name becomes')).toHaveValue('name');
  const above = page.getByRole('list', { name: 'Rows above the headers' }).getByRole('listitem');
  await expect(above).toHaveText([/Row 1Source · Date/, /Row 2/]);
  await expect(row).toBeFocused();
  await expect(center.locator('option:checked'), 'what no header says stays chosen').toHaveText(
    'Uttara Service Center',
  );
  await expect(page.getByRole('radio', { name: 'Skip' })).toBeChecked();
  await expectAccessible(page, 'best-practice');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/main/import');
});

test('a file that names no center asks for one and keeps it for the next, and one whose days are read in two orders asks which is right, by keyboard (F118, F123) @long', async ({
  page,
  demo,
}) => {
  const name = uniqueName();
  const year = new Date().getFullYear() - 1;
  const row = (tag: string, day: string) => `${name} ${tag},${uniquePhone()},${day}`;
  const file = (...rows: string[]) => ({
    ...{ name: 'days.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(['Name,Phone,Entry date', ...rows].join('\n')),
  });
  const rows = [
    row('A', `13/01/${year}`),
    row('B', `14/01/${year}`),
    row('C', `01/15/${year}`),
    row('D', `03/02/${year}`),
  ];
  const input = page.getByLabel('CSV or XLSX file');
  const center = page.getByRole('combobox', { name: 'Service center of these leads' });
  const question = page.getByRole('alert').filter({ hasText: '1 row has a date with the month first' });

  await test.step('the center is asked for above the columns, once', async () => {
    await page.goto('/main/import');
    await input.setInputFiles(file(...rows));
    await expect(page.getByRole('button', { name: 'Check file' })).toBeDisabled();
    await center.selectOption({ label: 'Uttara Service Center' });
    await expect(page.getByLabel('Service center for rows without one')).toHaveCount(0);
    await expectAccessible(page, 'best-practice');
    await check(page);
  });

  await test.step('the rows that only the other order allows are named, and nothing comes in before an answer', async () => {
    await expect(question).toContainText(`For example “01/15/${year}” in row 4.`);
    await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0);
    await expect(page.getByText('Choose above which comes first in dates.')).toBeVisible();
    await expectAccessible(page, 'best-practice');
    await question.getByRole('button', { name: 'Read with the month first' }).press('Enter');
    const other = page.getByRole('alert').filter({ hasText: '2 rows have dates with the day first' });
    await expect(other).toContainText(`For example “13/01/${year}” in row 2.`);
    await other.getByRole('button', { name: 'Read with the day first' }).press('Enter');
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep the day first, leave these rows out' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Before you import' })).toBeFocused();
    await page.getByRole('button', { name: 'Import 3 leads, 1 row stays out' }).press('Enter');
    await expect(metric(page, 'Refused')).toContainText('1');
  });

  await test.step('every day is stored in the order that was chosen', async () => {
    const stored = leadList.parse(
      await demo.read(`/management/manageLeads?search=${encodeURIComponent(name)}`),
    ).leads;
    const days = stored.map((lead) => [lead.name.slice(name.length + 1), lead.createdAt.slice(0, 10)]);
    expect(Object.fromEntries(days)).toEqual({
      ...{ A: `${year}-01-12`, B: `${year}-01-13`, D: `${year}-02-02` },
    });
    expect(stored.map(({ serviceCenter }) => serviceCenter.name)).toEqual(
      Array(3).fill('Uttara Service Center'),
    );
    await page.getByRole('button', { name: 'Revert' }).press('Enter');
    await revert(page);
  });

  await test.step('the next file of the kind is ready', async () => {
    await page.goto('/main/import');
    await input.setInputFiles(file(row('E', `01/15/${year}`), row('F', `03/02/${year}`)));
    await expect(center.locator('option:checked')).toHaveText('Uttara Service Center');
    await check(page);
    await expect(page.getByRole('button', { name: 'Import 2 leads' })).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});

test.describe('data entry', () => {
  test.use({ level: 'dataEntry' });

  test('imports a file of leads and sees what came in, but reverts nothing', async ({ page, demo }) => {
    const name = uniqueName();
    await page.goto('/main/leads');
    await page.getByRole('link', { name: 'Import' }).press('Enter');
    await expect(page.getByRole('radio', { name: 'Customers' })).toHaveCount(0);
    const buffer = Buffer.from(`Name,Phone,Branch\n${name},${uniquePhone()},Tejgaon\n`);
    const input = page.getByLabel('CSV or XLSX file');
    await input.setInputFiles({ name: 'entry.csv', mimeType: 'text/csv', buffer });
    await check(page);
    await page.getByRole('button', { name: 'Import 1 lead' }).press('Enter');
    await expect(metric(page, 'Imported')).toContainText('1');
    const id = page.url().split('/').at(-1);
    await expect(page.getByRole('button', { name: 'Revert' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Show the imported lead' }).press('Enter');
    await expect(page.getByRole('heading', { name: '(1 in total)' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Imported from entry.csv' })).toBeVisible();
    await expectAccessible(page, 'best-practice');
    const manager = await demo.session('manager');
    await demo.call('POST', `/management/imports/${id}/revert`, undefined, manager);
  });
});

test.describe('on a phone', () => {
  test.use(phoneScreen);

  test('an import from its file to its result', async ({ page }) => {
    await page.goto('/main/import');
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
    await expectAccessible(page, 'best-practice');
    await openFile(page, sample('messy-leads-bangla.xlsx'));
    await expectAccessible(page, 'best-practice');
    await check(page);
    await expectAccessible(page, 'best-practice');
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await expect(page.getByRole('button', { name: 'Revert' })).toBeVisible();
    await expectAccessible(page, 'best-practice');
    await page.getByRole('button', { name: 'Revert' }).click();
    await expectAccessible(page, 'best-practice');
    await revert(page);
    await expectAccessible(page, 'best-practice');
  });
});
