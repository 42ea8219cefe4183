import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/endpoint.ts';
import * as contract from '#contract/invites.ts';
import { nobody } from '#server/testing/lead-samples.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { TestApp, testNoon, testPassword, testPublicUrl } from '#server/testing/test-app.ts';

const week = 7 * 24 * 3_600_000;
let app: TestApp;
let mailbox: Mailbox;
let boss: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open();
  mailbox = await Mailbox.open(app);
});
beforeEach(async () => {
  app.clock.set(testNoon);
  boss = await app.signIn('superAdmin');
});
// Before the clock goes back: a mail of a later time would wait for it.
afterEach(() => mailbox.settle());
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

let people = 0;
const someone = () => `invited${++people}@invites.example`;
const invite = (email: string, token = boss.token) =>
  app.call(contract.createInvite, { token, body: { email } });
const list = async (token = boss.token) =>
  (await app.call(contract.listInvites, { token })).data.employeeInvites;
const tokenOf = (link: string) => link.split('/').at(-1) ?? '';
const shows = async (link: string) =>
  (await app.call(auth.getEmailFromToken, { params: { token: tokenOf(link) } })).status;
const accept = (email: string, link: string) =>
  app.call(auth.registerAccount, {
    body: { name: 'Nadia', email, password: testPassword, token: tokenOf(link) },
  });

describe('inviting', () => {
  test('mails a link and answers one to copy; both name the address', async () => {
    const email = someone();
    const { status, data } = await invite(email.toUpperCase());
    expect(status).toBe(201);
    expect(data).toEqual({
      _id: expect.any(String),
      email,
      state: 'pending',
      invitedBy: { _id: boss.id, name: boss.name },
      createdAt: testNoon.toISOString(),
      expiresAt: new Date(testNoon.getTime() + week).toISOString(),
      link: expect.stringMatching(`^${testPublicUrl}/auth/register/[\\w-]{43}$`),
    });
    expect(await shows(data.link)).toBe(200);
    expect(await shows((await mailbox.next(email)).link)).toBe(200);
  });

  test('takes form data as well as JSON', async () => {
    const email = someone();
    const form = new FormData();
    form.append('email', email);
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const { status, data } = await app.send<typeof contract.createInvite>({
      method: 'POST',
      url: `${basePath}/management/employeeinvite`,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: {
        authorization: `Bearer ${boss.token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
    });
    expect([status, data.email]).toEqual([201, email]);
  });

  test('refuses an address with a pending invitation, and shows which', async () => {
    const email = someone();
    const { data } = await invite(email);
    const { status, error } = await invite(email.toUpperCase());
    expect([status, error.message]).toEqual([409, 'This address has a pending invitation']);
    expect(error.current).toMatchObject({ _id: data._id, email, state: 'pending' });
    expect(JSON.stringify(error)).not.toContain('/auth/register/');
  });

  test('of one address at the same moment makes one invitation and one mail', async () => {
    const email = someone();
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(email)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await mailbox.count(email)).toBe(1);
  });

  test('refuses an address with an account', async () => {
    const { status, error } = await invite(boss.email.toUpperCase());
    expect([status, error.fields]).toEqual([409, { email: 'This address has an account' }]);
    expect(await mailbox.count(boss.email)).toBe(0);
  });

  test.each([
    ['email', { email: '' }, 'This field is Required'],
    ['email', { email: 'nadia' }, 'Invalid Email Address'],
    ['level', { email: 'a@invites.example', level: 'superAdmin' }, 'Unknown field'],
  ])('refuses a wrong %s beside it: %j', async (field, body, message) => {
    const { status, error } = await app.call(contract.createInvite, { token: boss.token, body });
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
  });
});

describe('an invitation', () => {
  test('is listed, newest first, as pending, accepted or expired', async () => {
    const [old, used] = [someone(), someone()];
    await invite(old);
    const { data } = await invite(used);
    expect((await accept(used, data.link)).status).toBe(201);
    app.clock.set(new Date(testNoon.getTime() + week));
    boss = await app.signIn('superAdmin');
    const fresh = someone();
    await invite(fresh);
    const invites = await list();
    expect(invites[0]?.email).toBe(fresh);
    const states = Object.fromEntries(invites.map(({ email, state }) => [email, state]));
    expect([states[old], states[used], states[fresh]]).toEqual(['expired', 'accepted', 'pending']);
    expect(JSON.stringify(invites)).not.toContain('link');
  });

  test('that expired gives way to a new one', async () => {
    const email = someone();
    const { data: first } = await invite(email);
    app.clock.set(new Date(testNoon.getTime() + week));
    boss = await app.signIn('superAdmin');
    const { status, data } = await invite(email);
    expect(status).toBe(201);
    expect([await shows(first.link), await shows(data.link)]).toEqual([404, 200]);
    expect((await list()).filter((each) => each.email === email)).toHaveLength(1);
  });

  test('is sent again, for another 7 days, even when it expired', async () => {
    const email = someone();
    const { data: first } = await invite(email);
    await mailbox.settle();
    app.clock.set(new Date(testNoon.getTime() + 2 * week));
    boss = await app.signIn('superAdmin');
    const params = { id: first._id };
    const { status, data } = await app.call(contract.resendInvite, { token: boss.token, params });
    expect([status, data.state]).toEqual([200, 'pending']);
    expect(data.expiresAt).toBe(new Date(testNoon.getTime() + 3 * week).toISOString());
    expect(await shows(first.link)).toBe(404);
    expect(await mailbox.count(email)).toBe(2);
    expect((await accept(email, data.link)).status).toBe(201);
    const again = await app.call(contract.resendInvite, { token: boss.token, params });
    expect([again.status, again.error.message]).toEqual([409, 'This invitation is accepted already']);
  });

  test('is deleted with its links', async () => {
    const email = someone();
    const { data } = await invite(email);
    const mail = await mailbox.next(email);
    const params = { id: data._id };
    expect((await app.call(contract.deleteInvite, { token: boss.token, params })).status).toBe(204);
    expect([await shows(data.link), await shows(mail.link)]).toEqual([404, 404]);
    expect((await list()).some((each) => each.email === email)).toBe(false);
    expect((await app.call(contract.deleteInvite, { token: boss.token, params })).status).toBe(404);
    expect((await invite(email)).status).toBe(201);
  });

  test('that is unknown is 404', async () => {
    for (const endpoint of [contract.deleteInvite, contract.resendInvite]) {
      expect((await app.call(endpoint, { token: boss.token, params: { id: nobody } })).status).toBe(404);
    }
  });

  test('that is deleted before its mail went out is not mailed', async () => {
    const quiet = await TestApp.open();
    const { token } = await quiet.signIn('superAdmin');
    const email = someone();
    const { data } = await quiet.call(contract.createInvite, { token, body: { email } });
    await quiet.call(contract.deleteInvite, { token, params: { id: data._id } });
    const box = await Mailbox.open(quiet);
    expect(await box.count(email)).toBe(0);
    await box.close();
    await quiet.close();
  });
});
