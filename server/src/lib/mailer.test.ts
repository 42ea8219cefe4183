import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createSmtpMailer } from './mailer.ts';

const servers: SMTPServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(resolve));
});

async function openPlain(): Promise<{ port: number; told: string[] }> {
  const told: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      told.push(String(password));
      done(null, { user: username });
    },
  });
  servers.push(server);
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const bound = server.server.address();
  return { port: typeof bound === 'object' && bound ? bound.port : 0, told };
}

const mail = {
  ...{
    id: '1',
    to: 'rahim@mail.example',
    senderName: 'Pitlane',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello',
  },
  at: new Date(),
};

test('a password is told to no mail server without TLS, unless that is allowed (F10.5)', async () => {
  const { port, told } = await openPlain();
  for (const query of ['', '?ignoreTLS=true', '?requireTLS=false']) {
    const url = `smtp://user:brake-pads-9@127.0.0.1:${port}${query}`;
    await expect(createSmtpMailer(url, 'a@b.example', { insecure: false }).send(mail)).rejects.toThrow(/TLS/);
  }
  expect(told).toEqual([]);
  const url = `smtp://user:brake-pads-9@127.0.0.1:${port}`;
  await createSmtpMailer(url, 'a@b.example', { insecure: true }).send(mail);
  expect(told).toEqual(['brake-pads-9']);
});
