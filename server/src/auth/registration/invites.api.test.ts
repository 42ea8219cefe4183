import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import { editEmployee, unassignEmployee } from '#contract/employees.ts';
import * as contract from '#contract/invites.ts';
import type { Level } from '#contract/levels.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { signedInBy, TestApp, testNoon, testPassword, testPublicUrl } from '#server/testing/test-app.ts';

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
// Before the clock goes back: a later email would wait for it.
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
      level: 'unassigned',
      serviceCenter: [],
      invitedBy: { _id: boss.id, name: boss.name },
      createdAt: testNoon.toISOString(),
      expiresAt: new Date(testNoon.getTime() + week).toISOString(),
      link: expect.stringMatching(`^${testPublicUrl}/auth/register/[\\w-]{43}$`),
      outbox: expect.any(String),
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
    ['state', { email: 'a@invites.example', state: 'accepted' }, 'Unknown field'],
    ['level', { email: 'a@invites.example', level: 'employee' }, expect.stringContaining('')],
    ['serviceCenter', { email: 'a@invites.example', level: 'service' }, 'Choose at least one service center'],
    [
      'serviceCenter',
      { email: 'a@invites.example', level: 'service', serviceCenter: [noEmployeeId] },
      'Choose one of the service centers',
    ],
    [
      'serviceCenter',
      { email: 'a@invites.example', level: 'dataEntry', serviceCenter: [noEmployeeId] },
      'Only the service level has service centers',
    ],
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
    expect([again.status, again.error.message]).toEqual([409, 'This invitation has already been accepted']);
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
      expect((await app.call(endpoint, { token: boss.token, params: { id: noEmployeeId } })).status).toBe(
        404,
      );
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

describe('an invitation with a level', () => {
  let fixtures: Awaited<ReturnType<typeof addFixtures>>;
  beforeAll(async () => {
    fixtures = await addFixtures(app);
  });
  const setCenter = (isActive: boolean) =>
    app.pool.query('update service_centers set is_active = $1 where id = $2', [isActive, fixtures.south]);
  const inviteAs = async (level: Level, serviceCenter: string[] = [], token = boss.token) => {
    const email = someone();
    const { status, data } = await app.call(contract.createInvite, {
      token,
      body: { email, level, serviceCenter },
    });
    expect(status).toBe(201);
    return { email, data };
  };
  const signIn = async (email: string) => {
    const body = { email, password: testPassword };
    const { level, serviceCenter } = signedInBy(await app.call(auth.login, { body }));
    return { level, centers: serviceCenter.map(({ name }) => name) };
  };

  test('shows it, and by its link puts the person to work in one visit (F37)', async () => {
    const centers = [fixtures.south, fixtures.north];
    const { email, data } = await inviteAs('service', centers);
    const shown = { level: 'service', serviceCenter: [{ name: 'North' }, { name: 'South' }] };
    expect(data).toMatchObject(shown);
    expect((await list()).find((each) => each.email === email)).toMatchObject(shown);
    expect((await accept(email, data.link)).status).toBe(201);
    expect(await signIn(email)).toEqual({ level: 'service', centers: ['North', 'South'] });

    const manager = await inviteAs('manager');
    await accept(manager.email, manager.data.link);
    expect(await signIn(manager.email)).toEqual({ level: 'manager', centers: [] });
  });

  test('gives it by the mailed code too (F37)', async () => {
    const { email } = await inviteAs('service', [fixtures.north]);
    await mailbox.next(email);
    const person = { name: 'Nadia', email, password: testPassword };
    await app.call(auth.registerAccount, { body: person });
    const { code = '' } = await mailbox.next(email);
    expect((await app.call(auth.verifyEmail, { body: { email, code } })).status).toBe(200);
    expect(await signIn(email)).toEqual({ level: 'service', centers: ['North'] });
  });

  test('leaves out centers that are inactive by then; without any, the person waits for a role (F37)', async () => {
    const [both, gone] = [
      await inviteAs('service', [fixtures.north, fixtures.south]),
      await inviteAs('service', [fixtures.south]),
    ];
    await setCenter(false);
    for (const { email, data } of [both, gone]) await accept(email, data.link);
    await setCenter(true);
    expect(await signIn(both.email)).toEqual({ level: 'service', centers: ['North'] });
    expect(await signIn(gone.email)).toEqual({ level: 'unassigned', centers: [] });
  });

  test('gives it only while whoever invited is an active super admin (F37)', async () => {
    const [demoted, left] = [await app.signIn('superAdmin'), await app.signIn('superAdmin')];
    const invites = [
      await inviteAs('superAdmin', [], demoted.token),
      await inviteAs('manager', [], left.token),
    ];
    await app.call(unassignEmployee, { token: boss.token, body: { id: demoted.id } });
    await app.call(editEmployee, { token: boss.token, params: { id: left.id }, body: { isActive: false } });
    for (const { email, data } of invites) {
      expect((await accept(email, data.link)).status).toBe(201);
      expect(await signIn(email)).toEqual({ level: 'unassigned', centers: [] });
    }
  });
});
