import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/endpoint.ts';
import { createInvite } from '#contract/invites.ts';
import { createLead, listLeads } from '#contract/leads.ts';
import * as session from '#contract/session.ts';
import { addGround } from '#server/testing/lead-samples.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { TestApp, testPassword } from '#server/testing/test-app.ts';

const lines: string[] = [];
const output = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
let app: TestApp;
let mailbox: Mailbox;

beforeAll(async () => {
  app = await TestApp.open({ log: pino({ level: 'trace' }, output) });
  mailbox = await Mailbox.open(app);
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

test('no password, token, phone or e-mail is logged, not even when a statement fails', async () => {
  const ground = await addGround(app);
  const boss = await app.signIn('superAdmin');
  const invited = 'nadia.karim@privacy.example';
  const lead = {
    name: 'Rahim',
    phone: '01798765432',
    email: 'rahim@privacy.example',
    serviceCenter: ground.north,
  };
  const { token } = boss;
  await app.call(auth.login, { body: { email: boss.email, password: 'wrong-password-1' } });
  await app.call(auth.login, { body: { email: boss.email, password: testPassword } });
  await app.call(createInvite, { token, body: { email: invited } });
  const mail = await mailbox.next(invited);
  await app.call(auth.getEmailFromToken, { params: { token: mail.token } });
  const person = { name: 'Nadia', email: invited, password: 'gear-box-77', token: mail.token };
  await app.call(auth.registerAccount, { body: person });
  await app.call(auth.forgotPassword, { body: { email: invited } });
  const reset = await mailbox.next(invited);
  await app.call(auth.resetPassword, { body: { token: reset.token, newPassword: 'gear-box-88' } });
  await app.call(createLead, { token, body: lead });
  await app.call(listLeads, { token, query: { search: lead.phone } });
  await app.call(listLeads, { token, query: { search: lead.email } });
  await app.send({ method: 'GET', url: `${basePath}/nowhere/${lead.phone}?email=${lead.email}` });
  await app.call(session.getMe, { token: `${token}x` });

  await app.pool.query("alter table leads add check (name <> 'Unlucky')");
  const failed = await app.call(createLead, { token, body: { ...lead, name: 'Unlucky' } });
  expect(failed.status).toBe(500);
  expect(failed.text).not.toMatch(/leads|constraint|violates| at /);
  await mailbox.settle();

  const logged = lines.join('');
  expect(lines.length).toBeGreaterThan(10);
  expect(logged).toContain('"code":"23514"');
  const secrets = [
    ...[lead.phone, lead.phone.slice(1), lead.email, invited, boss.email, '@'],
    ...[testPassword, 'wrong-password-1', 'gear-box', token, mail.token, reset.token],
  ];
  for (const secret of secrets) expect(logged).not.toContain(secret);
});
