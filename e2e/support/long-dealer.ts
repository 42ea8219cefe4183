import { z } from 'zod';
import { connectionWithSecret } from '#contract/intake/connections.ts';
import { type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import { Demo } from './demo.ts';
import { readCenters, uniquePhone } from './sample-lead.ts';
import { test as base, expect } from './test.ts';

/** Names and other texts that are as long as screens have to endure. */
export const longTexts = {
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

const record = z.object({ _id: z.string() });

/** `ids` are of records with long names, by what URLs of screens call them. */
type LongDealer = { demo: Demo; leads: Lead[]; ids: Record<string, string> };

/** A test whose demo has long names everywhere; `dealer` holds them. */
export const test = base.extend<object, { dealer: LongDealer }>({
  dealer: [
    async ({ playwright: _ }, use) => {
      const demo = await Demo.start();
      const caller = callerOf(demo);
      const { leads, ids } = await lengthenNames(demo, caller);
      await use({ demo, leads, ids: { ...ids, ...(await lengthenSettings(demo, caller, ids)) } });
      await demo.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  demo: [({ dealer }, use) => use(dealer.demo), { scope: 'worker' }],
});

type Caller = ReturnType<typeof callerOf>;

/** Calls that must not be refused. */
function callerOf(demo: Demo) {
  return async (by: 'service' | 'manager' | 'superAdmin', method: string, path: string, body?: object) => {
    const answer = await demo.call(method, path, body, await demo.session(by));
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
}

async function lengthenNames(demo: Demo, send: Caller) {
  const [center] = await readCenters(demo, await demo.session('service'));
  const offering = record.parse(
    await send('manager', 'POST', '/management/manageServiceAndCampaign', {
      ...{ type: 'campaign', name: longTexts.campaign, location: longTexts.center },
      ...{ startDate: '2026-01-01', endDate: '2030-12-31' },
    }),
  )._id;
  await send('manager', 'PATCH', `/management/manageServiceCenter/${center?._id}`, {
    ...{ name: longTexts.center, address: longTexts.spaced, contactNo: '02-9133427' },
  });
  const colleague = record.parse(
    await send('service', 'PATCH', '/session/me', { name: longTexts.colleague }),
  )._id;
  const manager = record.parse(
    await send('manager', 'PATCH', '/session/me', { name: longTexts.unspaced }),
  )._id;
  const leads: Lead[] = [];
  for (const [at, name] of [longTexts.spaced, longTexts.unspaced, longTexts.bangla].entries()) {
    const body = {
      ...{ name, phone: uniquePhone(), email: longTexts.email, serviceCenter: center?._id },
      ...{ serviceOrCampaign: offering, vehicleNumber: longTexts.plates[at], platform: 'facebook' },
      notes: 'Calls back after the meeting in Narayanganj. '.repeat(8),
    };
    leads.push(leadSchema.parse(await send('service', 'POST', '/dataEntry/manageLeads', body)));
    const booked = leadSchema.parse(
      await send('service', 'POST', '/dataEntry/manageLeads', { ...body, phone: uniquePhone() }),
    );
    const day = { status: 'booked', appointmentDate: '2028-09-27', appointmentTime: '16:30' };
    await send('service', 'PATCH', `/serviceCenter/manageLeads/update/${booked._id}`, day);
  }
  const [lead, other] = await Promise.all(
    leads.map(async ({ _id }) =>
      leadSchema.parse(await send('manager', 'GET', `/serviceCenter/manageLeads/getSingleLead/${_id}`)),
    ),
  );
  const ids = {
    ...{ LEAD: lead?._id ?? '', CENTER: center?._id ?? '', OFFERING: offering, COLLEAGUE: colleague },
    MANAGER: manager,
    ...{ CUSTOMER: lead?.customer ?? '', OTHER: other?.customer ?? '' },
  };
  return { leads, ids };
}

/** Returns what management and administrators name. */
async function lengthenSettings(demo: Demo, send: Caller, { CENTER, OFFERING, CUSTOMER }: LongDealer['ids']) {
  const connect = async (kind: string, keys: object = {}) =>
    connectionWithSecret.parse(
      await send('superAdmin', 'POST', '/management/connections', {
        ...{ kind, name: `${longTexts.spaced} ${kind}`, platform: 'website', ...keys },
        ...{ serviceCenter: CENTER, serviceOrCampaign: OFFERING },
      }),
    );
  const webhook = await connect('webhook');
  const keys = { appSecret: '0123456789abcdef0123456789abcdef', pageToken: 'EAAtoken' };
  const meta = await connect('meta', keys);
  await fetch(demo.url + webhook.connection.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${webhook.secret}` },
    body: JSON.stringify({
      [longTexts.unspaced]: longTexts.spaced,
      name: longTexts.bangla,
      branch: longTexts.unspaced,
    }),
  });
  const spoken = { title: longTexts.spaced, consent: longTexts.unspaced, thanks: longTexts.bangla };
  const form = await send('superAdmin', 'POST', '/management/forms', {
    ...{ name: longTexts.unspaced, texts: { en: spoken, bn: spoken }, asksDay: true, thanksAddress: null },
    ...{ centers: [CENTER], offerings: [OFFERING], origins: ['https://www.example.com'] },
  });
  await send('superAdmin', 'PATCH', '/management/lostReasons', {
    reasons: [
      { en: longTexts.spaced, bn: longTexts.bangla, isActive: true },
      { en: longTexts.unspaced, bn: null, isActive: true },
    ],
  });
  await send('superAdmin', 'PATCH', '/management/messageTexts', {
    texts: [longTexts.spaced, longTexts.unspaced].map((name) => ({
      name,
      language: 'en',
      text: longTexts.spaced,
    })),
  });
  await send('manager', 'PATCH', '/management/workingHours', {
    holidays: [{ serviceCenter: CENTER, day: '2029-01-01', name: longTexts.unspaced }],
  });
  await send('superAdmin', 'POST', '/management/employeeinvite', {
    ...{ email: longTexts.email, level: 'service', serviceCenter: [CENTER] },
  });
  const address = await send('manager', 'POST', `/management/customers/${CUSTOMER}/addresses`, {
    ...{
      label: longTexts.unspaced,
      line: longTexts.spaced,
      area: longTexts.bangla,
      city: longTexts.unspaced,
      isDefault: true,
    },
  });
  const waiting = z.object({ deliveries: z.array(record).min(1) });
  const path = `/management/intake?state=toPlace&connection=${webhook.connection._id}`;
  await expect
    .poll(async () => waiting.safeParse(await demo.read(path, 'superAdmin')).success, { timeout: 60_000 })
    .toBe(true);
  return {
    ...{ WEBHOOK: webhook.connection._id, META: meta.connection._id, FORM: record.parse(form)._id },
    ...{ ADDRESS: record.parse(address)._id },
    DELIVERY: waiting.parse(await demo.read(path, 'superAdmin')).deliveries[0]?._id ?? '',
  };
}
