import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { callAddress } from './outgoing-call.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

/** Opens a server that says nothing. @returns its port. */
async function openSilent(): Promise<number> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : 0;
}

const call = { method: 'POST', headers: {}, body: Buffer.from('{}') };
const patience = () => AbortSignal.timeout(300);

test('of a call that is broken off before its connection stands, nothing was sent', async () => {
  const url = new URL(`https://127.0.0.1:${await openSilent()}/send`);
  await expect(callAddress(url, { ...call, signal: patience() })).rejects.toMatchObject({ isUnsent: true });
});

test('of a call that is broken off while its answer is awaited, nobody knows', async () => {
  const url = new URL(`http://127.0.0.1:${await openSilent()}/send`);
  await expect(callAddress(url, { ...call, signal: patience() })).rejects.toMatchObject({ isUnsent: false });
});

test.each(['http://127.0.0.1:1/send', 'https://127.0.0.1:1/send'])(
  'of a call to %s, where nobody listens, nothing was sent',
  async (address) => {
    const sent = callAddress(new URL(address), { ...call, signal: patience() });
    await expect(sent).rejects.toMatchObject({ isUnsent: true });
  },
);

test('a header that HTTP cannot hold sends nothing', async () => {
  const url = new URL(`http://127.0.0.1:${await openSilent()}/send`);
  const sent = callAddress(url, { ...call, headers: { 'x-key': 'চাবি' }, signal: patience() });
  await expect(sent).rejects.toMatchObject({ name: 'OutgoingCallError', isUnsent: true });
});
