// An SMS gateway for the demo, which takes whatever it is given.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** The key that the demo's SMS gateway expects. */
export const gatewayKey = 'demo-key';

/** Listens on the loopback address. @returns its own. */
export async function openDemoGateway() {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const isKnown = new URLSearchParams(body).get('api_key') === gatewayKey;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { status: 'SENT' } : { status: 'FORBIDDEN' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const listening = server.address();
  if (typeof listening !== 'object' || !listening) throw new Error('It listens on a port');
  return `http://127.0.0.1:${listening.port}/sms`;
}
