import type { Locator } from '@playwright/test';
import { z } from 'zod';
import { type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Demo } from './support/demo.ts';
import { leadPanelOf } from './support/lists.ts';
import { createAccount } from './support/new-account.ts';
import { readCenters, recordLead, uniqueName, uniquePhone } from './support/sample-lead.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';
import { dealerToday } from './support/written-dates.ts';

/** An open lead, and a further enquiry that says otherwise; the center is one of the sample dealer's unless one is given. */
async function enquireAgain(demo: Demo, at?: string): Promise<{ lead: Lead; other: string; day: string }> {
  const session = await demo.session('superAdmin');
  const [first] = await readCenters(demo, session);
  const center = at ?? first?._id ?? '';
  const made = await demo.call(
    'POST',
    '/management/connections',
    { name: uniqueName(), platform: 'website', serviceCenter: center },
    session,
  );
  const { connection, secret } = z
    .object({ connection: z.object({ _id: z.string() }), secret: z.string() })
    .parse(made.body);
  const lead = await recordLead(demo, session, {
    phone: uniquePhone(),
    vehicleNumber: 'DHAKA METRO-GA 12-3456',
    serviceCenter: center,
    appointmentDate: addDays(dealerToday(), 9),
  });
  const other = uniqueName();
  const day = addDays(dealerToday(), 20);
  await fetch(`${demo.url}/api/v1/intake/${connection._id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({
      ...{ name: other, phone: lead.phone, email: 'fatima@mail.example', service: 'Oil Change' },
      ...{ message: 'Please call in the evening', preferred_date: day, preferred_time: '16:30' },
    }),
  });
  await expect.poll(async () => (await stored(demo, lead._id)).email).toBe('fatima@mail.example');
  return { lead, other, day };
}

async function stored(demo: Demo, id: string): Promise<Lead> {
  return leadSchema.parse(await demo.read(`/serviceCenter/manageLeads/getSingleLead/${id}`));
}

forEachSize(({ isPhone }) => {
  includeInShortRun(!isPhone);

  test('what a further enquiry says otherwise is taken over by one key beside its field, and undone (F111)', async ({
    page,
    demo,
  }) => {
    const { lead, other } = await enquireAgain(demo);
    const search = encodeURIComponent(lead.name);
    const places = [
      `/main/leadsByStatus/pending?search=${search}&lead=${lead._id}`,
      `/main/lead/${lead._id}`,
    ];
    for (const place of places) {
      await page.goto(place);
      const use = page.getByRole('button', { name: `Use “${other}”` });
      await expect(use).toBeVisible();
      if (place === places[0]) {
        await expect(leadPanelOf(page, lead.name)).toContainText('Another name');
        await expectAccessible(page);
      }
      if (isPhone) await use.tap();
      else await page.keyboard.press('t');
      await expect.poll(async () => (await stored(demo, lead._id)).name).toBe(other);
      await page
        .getByText('Taken from the enquiry')
        .locator('..')
        .getByRole('button', { name: 'Undo' })
        .click();
      await expect.poll(async () => (await stored(demo, lead._id)).name).toBe(lead.name);
      await expect(use).toBeVisible();
    }
  });

  test('an offer is put away for everybody by one key, and offered again by undo (F111)', async ({
    page,
    demo,
    openAs,
  }) => {
    const { lead, other } = await enquireAgain(demo);
    const search = encodeURIComponent(lead.name);
    const places = [
      `/main/leadsByStatus/pending?search=${search}&lead=${lead._id}`,
      `/main/lead/${lead._id}`,
    ];
    const colleague = await openAs('admin');
    await colleague.goto(`/main/lead/${lead._id}`);
    const seen = colleague.getByRole('button', { name: `Use “${other}”` });
    for (const place of places) {
      await page.goto(place);
      const offered = page.getByRole('button', { name: `Use “${other}”` });
      await expect(offered).toBeVisible();
      await expect(seen).toBeVisible();
      if (isPhone) await page.getByRole('button', { name: `Keep “${lead.name}”` }).tap();
      else await page.keyboard.press('o');
      const kept = page.getByRole('status').filter({ hasText: 'Kept as it was' });
      await expect(kept).toBeVisible();
      await expect(offered).toBeHidden();
      await expect(seen).toBeHidden();
      expect((await stored(demo, lead._id)).name).toBe(lead.name);
      await expect(colleague.getByText(/^Name: kept as it was by /).last()).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Use “fatima@mail.example”' })).toBeHidden();
      await expect(offered).toBeHidden();
      await page.getByRole('button', { name: 'Undo: offer Name again' }).click();
      await expect(offered).toBeVisible();
      await expect(seen).toBeVisible();
    }
  });
}, 'superAdmin');

forEachSize(({ isPhone }) => {
  includeInShortRun(isPhone);

  test('while working through the queue an offer is taken over or put away, and outcomes are for the lead in front (F111)', async ({
    demo,
    openAs,
  }) => {
    const manager = await demo.session('superAdmin');
    const { body } = await demo.call(
      'POST',
      '/management/manageServiceCenter',
      { name: `Center ${uniqueName()}` },
      manager,
    );
    const { _id: center } = serviceCenter.parse(body);
    const start = { level: 'service', serviceCenter: [center] } as const;
    const { session } = await createAccount(demo, 'Rafiq Islam', { ...start, serviceCenter: [center] });
    const { lead, day } = await enquireAgain(demo, center);
    const next = await recordLead(demo, manager, { serviceCenter: center });
    // Called after new enquiries.
    const later = { status: 'potential', nextFollowUpDates: [dealerToday()] };
    await demo.call('PATCH', `/serviceCenter/manageLeads/update/${next._id}`, later, manager);
    const page = await openAs('service', session);
    await page.goto('/main/dashboard');
    const press = async (button: Locator, key: string) => {
      await expect(button).toBeEnabled();
      if (isPhone) await button.tap();
      else await page.keyboard.press(key);
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await press(button('Start'), 's');
    const panel = page.getByRole('complementary', { name: /^Lead/ });
    await expect(panel.getByRole('heading', { name: lead.name, exact: true })).toBeVisible();
    await expect(panel.getByText('1 of 2')).toBeVisible();

    await expect(button(/^Use “/)).toBeVisible();
    await expectAccessible(page);
    await press(button(/^Use “/), 't');
    await expect.poll(async () => (await stored(demo, lead._id)).appointmentDate).toBe(day);
    const decided = panel.getByRole('status').filter({ hasText: 'Taken from the enquiry' });
    await decided.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(async () => (await stored(demo, lead._id)).appointmentDate)
      .toBe(addDays(dealerToday(), 9));
    await press(button(/^Keep “/), 'o');
    await expect(panel.getByText('Kept as it was', { exact: true })).toBeVisible();
    await expect(button(/^Use “/)).toBeHidden();

    await press(button('No answer'), '1');
    await press(button('In 2 hours'), '1');
    await expect(panel.getByRole('heading', { name: next.name, exact: true })).toBeVisible();
    await expect(panel.getByText('Kept as it was', { exact: true })).toBeHidden();
    expect(await stored(demo, lead._id)).toMatchObject({ contactAttempts: 1 });
    expect(await stored(demo, next._id)).toMatchObject({ contactAttempts: 0, status: 'potential' });
  });
});
