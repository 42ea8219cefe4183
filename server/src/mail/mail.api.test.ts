import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as invites from '#contract/invites.ts';
import { editDealer } from '#server/dealer/dealer.service.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { countLeadDays } from '#server/leads/lists/lead-days.service.ts';
import { PostOffice, startTestMail, untilMailJobs } from '#server/testing/mailbox.ts';
import { TestApp, testNoon, testPublicUrl, testRules } from '#server/testing/test-app.ts';
import { queueMail } from './mail.service.ts';

let app: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open();
  boss = await app.signIn('superAdmin');
});
beforeEach(() => app.clock.set(testNoon));
afterAll(() => app.close());

let people = 0;
async function invite() {
  const email = `newcomer${++people}@mail.example`;
  const { status, data } = await app.call(invites.createInvite, { token: boss.token, body: { email } });
  expect(status).toBe(201);
  return { email, data };
}
const later = (seconds: number) => app.clock.set(new Date(app.clock.now().getTime() + seconds * 1_000));

test('an invitation arrives whole: text and HTML, with the dealer and the configured address', async () => {
  const office = await PostOffice.open();
  const worker = startTestMail(app, { smtpUrl: office.url });
  const { email } = await invite();
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  const [mail] = office.to(email);
  expect(mail?.subject).toBe(`${boss.name} invites you to Test Motors`);
  expect(mail?.from).toMatchObject({ name: 'Test Motors', address: 'pitlane@test.example' });
  expect(mail?.to).toMatchObject([{ address: email }]);
  expect(mail?.link.startsWith(`${testPublicUrl}/auth/register/`)).toBe(true);
  expect(mail?.text).toContain('Test Motors');
  expect(mail?.html).toContain(`href="${mail?.link}"`);
  expect(mail?.html).not.toMatch(/<script|<img|src=/);
  await worker.stop();
  await office.close();
});

test('a name with markup in it stays text', async () => {
  const office = await PostOffice.open();
  const worker = startTestMail(app, { smtpUrl: office.url });
  const actor = await getAccount(app.context, boss.id);
  const context = { ...app.context, actor, dealer: testRules };
  await editDealer(context, { name: '<img src=x onerror=alert(1)> & "Söhne" গাড়ি' }, undefined, countLeadDays);
  const { email } = await invite();
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  const [mail] = office.to(email);
  expect(mail?.html).not.toContain('<img');
  expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söhne&quot; গাড়ি');
  expect(mail?.subject).toContain('<img src=x onerror=alert(1)> & "Söhne" গাড়ি');
  await editDealer(context, { name: 'Test Motors' }, undefined, countLeadDays);
  await worker.stop();
  await office.close();
});

test('links carry the configured address, whatever the Host header says', async () => {
  const office = await PostOffice.open();
  const worker = startTestMail(app, { smtpUrl: office.url });
  const { email } = await app.signIn('manager');
  await app.call(auth.forgotPassword, {
    body: { email },
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
  });
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  const [mail] = office.to(email);
  expect(mail?.link.startsWith(`${testPublicUrl}/auth/resetEmployeePassword/`)).toBe(true);
  expect(JSON.stringify(mail)).not.toContain('evil.example');
  await worker.stop();
  await office.close();
});

test('with the mail server down nothing blocks, and the email is sent later, once', async () => {
  const down = await PostOffice.open();
  const { port, url } = down;
  await down.close();
  const worker = startTestMail(app, { smtpUrl: url });
  const { email } = await invite();
  await untilMailJobs(app, ({ dueIn }) => dueIn === 5);
  later(5);
  await untilMailJobs(app, ({ dueIn }) => dueIn === 10);

  const office = await PostOffice.open({ port });
  later(9);
  await untilMailJobs(app, ({ waiting }) => waiting === 1);
  expect(office.received).toEqual([]);
  later(1);
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  later(3_600);
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  expect(office.to(email)).toHaveLength(1);
  const token = office.to(email)[0]?.token ?? '';
  expect((await app.call(auth.getEmailFromToken, { params: { token } })).data).toEqual({
    email,
    purpose: 'invitation',
  });
  await worker.stop();
  await office.close();
});

test('an email whose job cannot be deleted after it went out is not sent again (F15.5)', async () => {
  await app.pool.query(`
    create function keep_jobs() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$;
    create trigger keep_jobs before delete on jobs for each row execute function keep_jobs()`);
  const office = await PostOffice.open();
  const worker = startTestMail(app, { smtpUrl: office.url });
  const { email } = await invite();
  await expect.poll(() => office.to(email).length).toBe(1);
  const another = startTestMail(app, { smtpUrl: office.url });
  later(119);
  await untilMailJobs(app, ({ dueIn }) => dueIn === 1);
  await app.pool.query('drop trigger keep_jobs on jobs');
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  expect(office.to(email)).toHaveLength(1);
  await Promise.all([worker.stop(), another.stop()]);
  await office.close();
});

test('a rolled back cause sends nothing', async () => {
  const failing = app.db.transaction().execute(async (db) => {
    await queueMail({ ...app.context, db }, 'passwordReset', boss.email);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
});

test('several processes share the emails, and each is sent once', async () => {
  const office = await PostOffice.open();
  const invited = [];
  for (let number = 0; number < 20; number++) invited.push((await invite()).email);
  const workers = [1, 2, 3].map(() => startTestMail(app, { smtpUrl: office.url }));
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  expect(office.received.map(({ receiver }) => receiver).sort()).toEqual([...invited].sort());
  await Promise.all(workers.map((worker) => worker.stop()));
  await office.close();
});

test('the email of a process that died is taken over by another', async () => {
  const { email } = await invite();
  const lease = new Date(app.clock.now().getTime() + 120_000);
  await app.pool.query('update jobs set attempts = 1, run_at = $1', [lease]);
  const office = await PostOffice.open();
  const worker = startTestMail(app, { smtpUrl: office.url });
  later(119);
  await untilMailJobs(app, ({ waiting }) => waiting === 1);
  expect(office.received).toEqual([]);
  later(1);
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  expect(office.to(email)).toHaveLength(1);
  await worker.stop();
  await office.close();
});

test('a receiver that does not exist is given up at once, and does not hold up the others', async () => {
  const one = await invite();
  const office = await PostOffice.open({ refuse: [one.email] });
  const other = await invite();
  const worker = startTestMail(app, { smtpUrl: office.url });
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  expect(office.received.map(({ receiver }) => receiver)).toEqual([other.email]);
  await worker.stop();
  await office.close();
});

test('without a mail server each email is a file that only its owner can read, and its path is printed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-outbox-'));
  const said: string[] = [];
  const worker = startTestMail(app, { dataDir, mailFrom: 'Desk <desk@test.example>' }, (line) =>
    said.push(line),
  );
  const { email } = await invite();
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  await worker.stop();
  const files = await readdir(join(dataDir, 'outbox'));
  expect(files).toHaveLength(1);
  const path = join(dataDir, 'outbox', files[0] ?? '');
  expect(said).toEqual([`Email written to ${path}`]);
  expect((await stat(path)).mode & 0o077).toBe(0);
  const mail = await PostalMime.parse(await readFile(path));
  expect(mail.to).toMatchObject([{ address: email }]);
  expect(mail.from).toMatchObject({ name: 'Desk', address: 'desk@test.example' });
  expect(mail.text).toContain(`${testPublicUrl}/auth/register/`);
  await rm(dataDir, { recursive: true });
});

test('no link or code is stored in the database', async () => {
  const { email, data } = await invite();
  const office = await PostOffice.open();
  const worker = startTestMail(app, { smtpUrl: office.url });
  await untilMailJobs(app, ({ waiting }) => waiting === 0);
  const secrets = [office.to(email)[0]?.token ?? '', data.link.split('/').at(-1) ?? ''];
  for (const secret of secrets) {
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(await databaseText(app)).not.toContain(secret);
  }
  await worker.stop();
  await office.close();
});

async function databaseText({ pool }: TestApp): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select coalesce(string_agg(t::text, ''), '') as text from ${name} t`);
    texts.push(rows[0].text);
  }
  expect(tables.length).toBeGreaterThan(15);
  return texts.join('\n');
}
