import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { editBookingRules } from '#contract/bookings/booking-rules.ts';
import {
  editMessageSettings,
  editSmsGateway,
  getMessageSettings,
} from '#contract/customer-messages/message-settings.ts';
import { getDealer } from '#contract/dealer.ts';
import { type FirstStep, getFirstSteps, setDismissedFirstSteps } from '#contract/first-steps.ts';
import { createConnection } from '#contract/intake/connections.ts';
import { createInvite } from '#contract/invites.ts';
import { createOffering } from '#contract/offerings.ts';
import { addFixtures, insertLead } from '#server/testing/lead-samples.ts';
import { gatewayOf } from '#server/testing/message-calls.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await TestApp.open({ publicUrl: 'http://localhost:3000' });
  token = (await app.signIn('superAdmin')).token;
});
afterAll(() => app.close());

const read = async (as = token) => (await app.call(getFirstSteps, { token: as })).data;
const stepsIn = async (state: string, as = token): Promise<FirstStep[]> =>
  (await read(as)).steps.flatMap((each) => (each.state === state ? [each.step] : []));

test('what is done is read from what is there, and what the installation lacks is open', async () => {
  expect(await read()).toEqual({
    hasLeads: false,
    steps: [
      ...['offerings', 'people', 'workingHours', 'bookingRules', 'websiteForm', 'metaConnections'],
      ...['customerMessages', 'import'],
      ...['address', 'mail', 'backups'],
    ].map((step) => ({ step, state: 'open' })),
  });
  expect((await app.call(getDealer)).data.isLocalOnly).toBe(true);
  const call = async (endpoint: Parameters<typeof app.call>[0], body: object) =>
    expect((await app.call(endpoint, { token, body })).status).toBe(201);
  await call(createOffering, { name: 'Wheel balancing', type: 'service' });
  await call(createInvite, { email: 'karim@example.com', level: 'manager' });
  await call(createConnection, { name: 'Mailbox', kind: 'email', platform: 'website' });
  expect(await stepsIn('done')).toEqual(['offerings', 'people']);
});

test('a level is told only of what it may do', async () => {
  const manager = await app.signIn('manager');
  expect(await stepsIn('open', manager.token)).toEqual(['workingHours', 'bookingRules', 'import']);
});

test('a super admin dismisses what the dealer does not need, which is audited, and brings it back', async () => {
  const dismiss = (dismissed: FirstStep[]) =>
    app.call(setDismissedFirstSteps, { token, body: { dismissed } });
  expect((await dismiss(['mail', 'import'])).status).toBe(200);
  expect(await stepsIn('dismissed')).toEqual(['import', 'mail']);
  const { data } = await app.call(listAudit, { token, query: { action: 'settingsChanged' } });
  expect(data.entries).toMatchObject([{ details: { fields: ['firstSteps'] } }]);
  await dismiss([]);
  expect(await stepsIn('dismissed')).toEqual([]);
});

test('booking rules are a step, and so are messages once one is on and can be sent', async () => {
  const { north } = await addFixtures(app);
  const week = Array.from({ length: 7 }, () => ({ perDay: 12, perHour: null }));
  const rules = { week, daysAhead: null, noticeMinutes: null, closures: [] };
  const done = async () => (await stepsIn('done')).slice(2);
  expect(await done()).toEqual([]);
  await app.call(editBookingRules, { token, params: { id: north }, body: { rules } });
  expect(await done()).toEqual(['bookingRules']);
  await app.call(editSmsGateway, { token, body: { gateway: gatewayOf('https://sms.example.com/send') } });
  expect(await done()).toEqual(['bookingRules']);
  const { kinds } = (await app.call(getMessageSettings, { token })).data;
  const confirmed = { ...kinds.bookingConfirmed, isOn: true };
  await app.call(editMessageSettings, { token, body: { kinds: { ...kinds, bookingConfirmed: confirmed } } });
  expect(await done()).toEqual(['bookingRules', 'customerMessages']);
  await app.call(editSmsGateway, { token, body: { gateway: null } });
  expect(await done()).toEqual(['bookingRules']);
});

test('with a lead, an address that others reach, a mail server and backups', async () => {
  const other = await TestApp.open({ smtpUrl: 'smtp://127.0.0.1:9', backupDir: 'no-folder-here' });
  try {
    const { token, id } = await other.signIn('superAdmin');
    const { north } = await addFixtures(other);
    await insertLead(other, testNoon, { service_center_id: north, recorded_by: id });
    const { data } = await other.call(getFirstSteps, { token });
    expect(data.hasLeads).toBe(true);
    expect(data.steps.slice(-3).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  } finally {
    await other.close();
  }
});
