import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import { createInvite } from '#contract/invites.ts';
import { createLead, listLeads } from '#contract/leads/leads.ts';
import * as session from '#contract/session.ts';
import { createLog } from '#server/lib/log.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
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
  app = await TestApp.open({ log: createLog('trace', output) });
  mailbox = await Mailbox.open(app);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

test('no password, token, phone or email is logged at any level, of good, broken and failed requests (F7)', async () => {
  const fixtures = await addFixtures(app);
  const boss = await app.signIn('superAdmin');
  const invited = 'nadia.karim@privacy.example';
  const lead = {
    name: 'Rahim',
    phone: '01798765432',
    email: 'rahim@privacy.example',
    serviceCenter: fixtures.north,
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

  await sendRaw(token, person);

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

async function sendRaw(token: string, person: Record<string, string>): Promise<void> {
  const { port } = app.app.server.address() as AddressInfo;
  const parts = Object.entries(person).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const form = `${parts.join('')}--b--\r\n`;
  const path = `${basePath}${auth.registerAccount.path}?email=${person.email}`;
  const head = (type: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n`;
  const multipart = 'multipart/form-data; boundary=b';
  const requests = [
    `${head(multipart, form.length)}\r\n${form}`,
    `${head(multipart, 60)}\r\n${form.slice(0, 60)}`,
    `${head('multipart/form-data', form.length)}\r\n${form}`,
    `${head('application/json', 40)}\r\n${JSON.stringify(person).slice(0, 40)}`,
    `${head(multipart, form.length)}broken ${person.email}\r\n\r\n${form}`,
    `${JSON.stringify(person)} ${token}\r\n\r\n`,
  ];
  for (const request of requests) {
    const socket = connect(port, '127.0.0.1');
    socket.write(request);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d /);
    socket.destroy();
  }
}
