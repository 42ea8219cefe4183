import { z } from 'zod';
import { type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Demo } from './support/demo.ts';
import { panelOf } from './support/lists.ts';
import { centersOf, recordLead, uniqueName, uniquePhone } from './support/sample-lead.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

/** An open lead, and a further enquiry that says otherwise. */
async function enquireAgain(demo: Demo): Promise<{ lead: Lead; other: string }> {
  const session = await demo.session('superAdmin');
  const [center] = await centersOf(demo, session);
  const made = await demo.call(
    'POST',
    '/management/connections',
    { name: uniqueName(), platform: 'website', serviceCenter: center?._id },
    session,
  );
  const { connection, secret } = z
    .object({ connection: z.object({ _id: z.string() }), secret: z.string() })
    .parse(made.body);
  const lead = await recordLead(demo, session, {
    phone: uniquePhone(),
    vehicleNumber: 'DHAKA METRO-GA 12-3456',
  });
  const other = uniqueName();
  await fetch(`${demo.url}/api/v1/intake/${connection._id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({
      ...{ name: other, phone: lead.phone, email: 'fatima@mail.example', service: 'Oil Change' },
      ...{ message: 'Please call in the evening', preferred_date: '2030-03-20', preferred_time: '16:30' },
    }),
  });
  await expect.poll(async () => (await stored(demo, lead._id)).email).toBe('fatima@mail.example');
  return { lead, other };
}

async function stored(demo: Demo, id: string): Promise<Lead> {
  return leadSchema.parse(await demo.read(`/serviceCenter/manageLeads/getSingleLead/${id}`));
}

forEachSize(({ isPhone }) => {
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
        await expect(panelOf(page, lead.name)).toContainText('Another name');
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
}, 'superAdmin');
