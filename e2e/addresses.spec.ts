import type { Page } from '@playwright/test';
import { allOrExamples, expect, test } from './support/test.ts';

const lists = {
  superAdmin: [
    ...[
      'leads',
      'manageMentLead/all',
      'manageMentLead/pending',

      'neglected',
      'customers',
    ],
    ...['intake', 'duplicates', 'audit', 'bulkChanges', 'manager', 'service', 'dataEntry', 'unassigned'],
    ...[
      'serviceCenters',
      'servicesAndCampaign',
      'inviteEmployees',
      'employeeReports',
      'serviceCenterReports',
    ],
    ...['employeeWork', 'managementDashboard', 'settings/connections', 'workingHours'],
  ],
  service: [
    ...[
      'dashboard',
      'today',
      'daily',
      'weekly',
      'monthly',
      'leadsByStatus/pending',
      'leadsByStatus/potential',
    ],
  ],
} as const;

const names = [
  ...['status', 'sort', 'order', 'filter', 'advisor', 'startDate', 'endDate', 'serviceID', 'serviceCenter'],
  ...['followUpDue', 'whose', 'part', 'level', 'action', 'employee', 'suggestions', 'window', 'by', 'lateBy'],
  ...['platform', 'span', 'from', 'to', 'lead', 'dialog', 'found', 'kind', 'reason'],
];
const junk = names.map((name) => `${name}=zzz`).join('&');
const nobody = '0199b0de-0000-7000-8000-000000000000';
const unknown = ['serviceCenter', 'serviceID', 'advisor', 'employee']
  .map((name) => `${name}=${nobody}`)
  .join('&');

const queries = [`limit=7&offset=-1&page=99999999&days=3&search=%00%07&${junk}`, unknown];

const others = [
  ['leads', 'page=1e999'],
  ['leads', 'page=-3'],
  ['leads', 'page=700000&search=nobody-has-this-name'],
  ['audit', 'startDate=2026-11-20&endDate=2026-11-10'],
  ['managementDashboard', 'from=2026-11-20&to=2026-11-10'],
] as const;

const examples = {
  superAdmin: ['manageMentLead/pending', 'audit', 'inviteEmployees', 'managementDashboard'],
  service: ['dashboard', 'leadsByStatus/potential'],
} as const;

function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  return refused;
}

for (const level of ['superAdmin', 'service'] as const) {
  test.describe(level, () => {
    test.use({ level });
    test.setTimeout(600_000);
    test('an address that says what no list knows is corrected, and the list is shown (F125)', async ({
      page,
    }) => {
      const refused = refusals(page);
      const chosen = allOrExamples<string>(lists[level], examples[level]);
      const all = chosen.flatMap((list) => queries.map((query) => [list, query] as const));
      for (const [list, query] of level === 'service' ? all : [...all, ...others]) {
        await page.goto(`/main/${list}?${query}`);
        await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        const what = `${list}?${query}`;
        await expect.soft(page.getByText('This could not be loaded'), what).toHaveCount(0);
        await expect.soft(page, what).not.toHaveURL(/zzz|limit|offset|%00|page=(1e999|-3|\d{4,})/);
        expect.soft(refused.splice(0), what).toEqual([]);
      }
    });
  });
}
