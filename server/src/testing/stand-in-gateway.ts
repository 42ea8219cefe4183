import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type GatewayCall = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, unknown>;
  body: string;
};

type GatewayAnswer = (response: ServerResponse, call: GatewayCall) => void | Promise<void>;

/** Opens an SMS gateway of another company, which says that it took each message unless it is told to answer otherwise. */
export async function openStandInGateway() {
  const asked: GatewayCall[] = [];
  let answer: GatewayAnswer | undefined;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway.test');
    const call: GatewayCall = {
      ...{ method: request.method ?? '', path: pathname, headers: request.headers },
      ...{ query: Object.fromEntries(searchParams), body: Buffer.concat(parts).toString('utf8') },
    };
    asked.push(call);
    if (answer) await answer(response, call);
    else response.end('{"status":"ACCEPTED"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    url: `http://127.0.0.1:${port}/send`,
    asked,
    answerWith: (other: GatewayAnswer | undefined) => {
      answer = other;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await wait(0);
    },
  };
}

export const answerStatus =
  (status: number, text = ''): GatewayAnswer =>
  (response) => {
    response.writeHead(status).end(text);
  };
