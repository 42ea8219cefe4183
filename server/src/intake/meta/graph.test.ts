import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { openGraph } from './graph.ts';

const keys = { appSecret: 'secret', pageToken: 'token' };
const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

async function listen(answer: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server = createServer(answer).listen(0, host);
  ended.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('Meta’s API', () => {
  test.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    [
      'never ends',
      (_request, response) => {
        const drip = setInterval(() => response.write(' '), 10);
        ended.push(() => clearInterval(drip));
      },
    ],
    ['hangs up', (_request, response) => response.destroy()],
    ['hangs up in between', (_request, response) => response.write('{"id":', () => response.destroy())],
    ['is down', (_request, response) => response.writeHead(502).end('<html>')],
  ])('that %s is given up soon', async (_, answer) => {
    const graph = openGraph(`http://127.0.0.1:${await listen(answer)}/v26.0`, 200);
    await expect(graph.readLead('1', keys)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  test('that never ends a file is given up soon', async () => {
    const port = await listen(({ url, headers }, response) => {
      if (url?.startsWith('/file')) response.write('x');
      else response.end(JSON.stringify({ url: `http://${headers.host}/file` }));
    });
    const graph = openGraph(`http://127.0.0.1:${port}/v26.0`, 100);
    const asked = { maxBytes: 1_000, stopping: new AbortController().signal };
    await expect(graph.readFile('1', keys, asked)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  test('leads nowhere else', async () => {
    const asked: (string | undefined)[] = [];
    const port = await listen((request, response) => {
      asked.push(request.url?.replace(/\?.*/, ''));
      response.writeHead(302, { location: '/elsewhere' }).end('{"id":"1"}');
    });
    const graph = openGraph(`http://127.0.0.1:${port}/v26.0`);
    await expect(graph.readLead('1', keys)).rejects.toMatchObject({ failure: 'noLead' });
    expect(asked).toEqual(['/v26.0/1']);
  });

  test('is not asked where its name is one of this machine or the local network', async () => {
    let asked = 0;
    const port = await listen((_request, response) => {
      asked++;
      response.end('{"id":"1"}');
    }, '0.0.0.0');
    const graph = openGraph(`http://${hostname()}:${port}`, 2_000);
    await expect(graph.readLead('1', keys)).rejects.toMatchObject({ failure: 'unreachable' });
    expect(asked).toBe(0);
    await openGraph(`http://localhost:${port}`).readLead('1', keys);
    expect(asked).toBe(1);
  });

  test('gives a long answer whole, and all that is listed, and what is no answer is no lead', async () => {
    const answers = [...Array(90).keys()].map((at) => `{"name":"q${at}","values":["${'a'.repeat(2_000)}"]}`);
    const lead = `{"id":"1","form_id":700000000000000001,"field_data":[${answers.join(',')}],"odd":[0${',0'.repeat(20_000)}]}`;
    const ids = [...Array(5_000).keys()].map((at) => ({ id: String(at + 1) }));
    const texts: Record<string, string> = {
      '/1': lead,
      '/2': `${'['.repeat(100_000)}`,
      '/3/leads': JSON.stringify({ data: ids, paging: { cursors: { after: 'end' } } }),
    };
    const port = await listen((request, response) =>
      response.end(texts[request.url?.replace(/\?.*/, '') ?? '']),
    );
    const graph = openGraph(`http://localhost:${port}`);
    expect(await graph.readLead('1', keys)).toMatchObject({ text: lead, form: '700000000000000001' });
    await expect(graph.readLead('2', keys)).rejects.toMatchObject({ failure: 'noLead' });
    const asked = { since: new Date(0), form: '3' };
    const { signal } = new AbortController();
    const { value } = await graph.listLeads(keys, asked, signal).next();
    expect(value).toEqual(ids.map(({ id }) => id));
  });
});
