import type { Page } from '@playwright/test';
import { z } from 'zod';
import { type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import { expectNothingClipped } from './support/clipped-texts.ts';
import { Demo } from './support/demo.ts';
import { line } from './support/lists.ts';
import { centersOf, uniquePhone } from './support/sample-lead.ts';
import { phone } from './support/screen-sizes.ts';
import { test as base, expect } from './support/test.ts';

const long = {
  spaced:
    'Maharaja Bahadur Sir Khwaja Mohammad Abdur Rahman Chowdhury Alamgir Hossain Siddiqui of Dhaka and Sylhet',
  unspaced: 'Pneumonoultramicroscopicsilicovolcanoconiosishippopotomonstrosesquippedaliophobia',
  bangla: 'মোহাম্মদ আব্দুর রহমান চৌধুরী আলমগীর হোসেন সিদ্দিকী শেখ মুজিবুর রহমান সরকার ভূঁইয়া মজুমদার পাটোয়ারী',
  center:
    'Chattogram Agrabad Commercial Area Sheikh Mujib Road Authorised Service and Body Repair Center Ltd.',
  colleague:
    'Mohammad Shahriar Kabir Chowdhury Rahman Al-Mamun Sarker Bhuiyan of Brahmanbaria and Narayanganj',
  campaign: 'Complete Air Conditioning Overhaul with Compressor Replacement, Gas Refill and Cabin Filter',
  email: `${'a.very.long.address.'.repeat(3)}of@${'mail.of-a-company.'.repeat(3)}example.com`,
  plates: ['CHATTO METRO-GHA 11-9999', 'DHAKA METRO-KA 35-4557 / TRAILER 22-8888', 'ঢাকা মেট্রো-গ ১২-৩৪৫৬'],
};

type Dealer = { demo: Demo; leads: Lead[] };

/** A dealer of its own, whose names are as long as they may be. */
const test = base.extend<object, { dealer: Dealer }>({
  dealer: [
    async ({ playwright: _ }, use) => {
      const demo = await Demo.start();
      await use({ demo, leads: await lengthenNames(demo) });
      await demo.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  demo: [({ dealer }, use) => use(dealer.demo), { scope: 'worker' }],
});

async function lengthenNames(demo: Demo): Promise<Lead[]> {
  const service = await demo.session('service');
  const manager = await demo.session('manager');
  const send = async (method: string, path: string, body: object, by = service) => {
    const answer = await demo.call(method, path, body, by);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const [center] = await centersOf(demo, service);
  const campaign = await send(
    'POST',
    '/management/manageServiceAndCampaign',
    {
      type: 'campaign',
      name: long.campaign,
      location: long.center,
      startDate: '2026-01-01',
      endDate: '2030-12-31',
    },
    manager,
  );
  await send('PATCH', `/management/manageServiceCenter/${center?._id}`, { name: long.center }, manager);
  await send('PATCH', '/session/me', { name: long.colleague });
  await send('PATCH', '/session/me', { name: long.unspaced }, manager);
  const offering = z.object({ _id: z.string() }).parse(campaign)._id;
  const leads: Lead[] = [];
  for (const [at, name] of [long.spaced, long.unspaced, long.bangla].entries()) {
    const body = {
      ...{ name, phone: uniquePhone(), email: long.email, serviceCenter: center?._id },
      ...{ serviceOrCampaign: offering, vehicleNumber: long.plates[at], platform: 'facebook' },
      notes: 'Calls back after the meeting in Narayanganj. '.repeat(8),
    };
    leads.push(leadSchema.parse(await send('POST', '/dataEntry/manageLeads', body)));
    const booked = leadSchema.parse(
      await send('POST', '/dataEntry/manageLeads', { ...body, phone: uniquePhone() }),
    );
    const day = { status: 'booked', appointmentDate: '2028-09-27', appointmentTime: '16:30' };
    await send('PATCH', `/serviceCenter/manageLeads/update/${booked._id}`, day);
  }
  return leads;
}

const sizes = {
  'at 1440×900': { viewport: { width: 1440, height: 900 } },
  'at 1280×720': { viewport: { width: 1280, height: 720 } },
  'on a phone': phone,
};

/** `LEAD` stands for one with long names. */
const screens = {
  service: [
    ...['dashboard', 'leadsByStatus/pending', 'leadsByStatus/potential', 'leadsByStatus/booked', 'lead/LEAD'],
    ...[
      'leadsByStatus/pending?lead=LEAD',
      'dashboard?work=LEAD',
      'leadsByStatus/pending?lead=LEAD&step=booked',
    ],
  ],
  manager: [
    ...['leads', 'leads?lead=LEAD', 'today', 'neglected', 'daily', 'duplicates', 'customers'],
    ...['managementLeads', 'managementDashboard', 'serviceCenterReports', 'employeeReports', 'employeeWork'],
    ...['serviceCenters', 'servicesAndCampaign', 'employees', 'audit', 'import', 'leadHistory/LEAD'],
  ],
} as const;

const settled = (page: Page) =>
  expect(page.locator('main [aria-busy=true], aside [aria-busy=true]')).toHaveCount(0);

for (const [name, size] of Object.entries(sizes)) {
  for (const level of ['service', 'manager'] as const) {
    test.describe(`${name} as ${level}`, () => {
      test.use({ ...size, level });

      test('the longest names are clipped on no screen without ending in "…" (F137)', async ({
        page,
        dealer,
      }) => {
        for (const screen of screens[level]) {
          await page.goto(`/main/${screen.replace('LEAD', dealer.leads[0]?._id ?? '')}`);
          await expect(page.getByRole('heading').first()).toBeVisible();
          await settled(page);
          await expectNothingClipped(page, screen);
        }
      });
    });
  }
}

test.describe('a name that ends in "…"', () => {
  test.use({ level: 'manager' });

  test('is whole under the pointer and with the focus of the keyboard (F137)', async ({ page }) => {
    await page.goto('/main/leads');
    for (const name of [long.bangla, long.unspaced, long.spaced]) {
      const row = page.getByRole('row').filter({ hasText: name }).first();
      await row.getByRole('button', { name, exact: true }).hover();
      await expect(row.getByTitle(name, { exact: true })).toBeVisible();
      await row.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await expect(page.getByRole('tooltip')).toHaveText(name);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);

    await page.goto('/main/serviceCenterReports');
    await page.getByRole('rowheader', { name: long.center }).getByText(long.center).hover();
    await expect(page.getByTitle(long.center, { exact: true })).toBeVisible();
    await page.goto('/main/leads');
    const choice = page.getByRole('combobox', { name: 'Service center' });
    await choice.selectOption({ label: long.center });
    await choice.hover();
    await expect(choice).toHaveAttribute('title', long.center);
  });

  test('is the name alone: what fits has no tooltip (F137)', async ({ page }) => {
    await page.goto('/main/customers');
    const short = page.getByRole('button', { name: /^Abdul \w+$/ }).first();
    await short.hover();
    await expect(short).not.toHaveAttribute('title');
    await short.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(short).toBeFocused();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ ...phone, level: 'service' });

  test('what was done stands whole beside its Undo, and due days and plates in their cards (F137)', async ({
    page,
    dealer,
  }) => {
    const [lead] = dealer.leads;
    if (!lead) throw new Error('There is no lead');
    await page.goto(`/main/lead/${lead._id}`);
    await page.getByRole('button', { name: 'Busy', exact: true }).tap();
    await expect(line(page).getByRole('button', { name: /Undo/ })).toBeInViewport({ ratio: 1 });
    const said = line(page).locator('p');
    await expect(said).toContainText(lead.name);
    expect(await said.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await expectNothingClipped(page, 'Undo');

    await page.goto('/main/leadsByStatus/booked?search=CHATTO');
    const card = page.getByRole('listitem').filter({ hasText: lead.name }).first();
    const due = card.getByText(/27 Sep.* 2028, 4:30/);
    await expect(due).toBeInViewport({ ratio: 1 });
    const hidden = await due.evaluate((text) => [
      text.scrollWidth - text.clientWidth,
      text.scrollHeight - text.clientHeight,
    ]);
    expect(hidden).toEqual([0, 0]);
    await page.goto(`/main/lead/${lead._id}`);
    const plate = page.getByText(long.plates[0] ?? '', { exact: true }).first();
    const lines = await plate.evaluate((element) => element.getClientRects().length);
    expect(lines).toBe(1);
  });
});
