import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '#contract/call/errors.ts';
import { TestApp } from '#server/testing/test-app.ts';

const page = `<!doctype html><title>Pitlane</title>${'<p>leads</p>'.repeat(200)}`;
const script = `console.log('${'leads '.repeat(400)}')`;

let webRoot: string;
let app: TestApp;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'pitlane-web-'));
  await mkdir(join(webRoot, 'assets'));
  for (const [name, text] of [
    ['index.html', page],
    ['assets/app-1a2b.js', script],
  ] as const) {
    await writeFile(join(webRoot, name), text);
    await writeFile(join(webRoot, `${name}.gz`), gzipSync(text));
  }
  app = await TestApp.open({ webRoot });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true });
});

async function ask(line: string, ...headers: string[]) {
  const { port } = app.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write([`${line} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n'));
  let text = '';
  for await (const chunk of socket) text += chunk.toString('latin1');
  const [head = '', ...body] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: body.join('\r\n\r\n') };
}

describe('the page', () => {
  test.each([
    ['a browser', 'accept-encoding: gzip, deflate, br, zstd'],
    ['curl and a balancer’s probe', 'user-agent: curl/8.0'],
    ['a client that wants it plain', 'accept-encoding: identity'],
    ['a client of an encoding that there is none of', 'accept-encoding: zstd'],
    ['a client that refuses every encoding', 'accept-encoding: identity;q=0, *;q=0'],
    ['a client with a broken header', 'accept-encoding: ;;,q=x'],
  ])('is served to %s (F6)', async (_client, header) => {
    for (const path of ['/', '/leads?status=pending', '/index.html', '/assets/app-1a2b.js']) {
      const { status, head, body } = await ask(`GET ${path}`, header);
      expect([path, status]).toEqual([path, 200]);
      expect(head.includes('content-encoding') || /leads/.test(body)).toBe(true);
    }
    expect((await ask('HEAD /', header)).status).toBe(200);
  });

  test('of a screen, compressed on its way, makes Node warn of nothing (F51)', async () => {
    const large = join(webRoot, 'index.html');
    await rm(`${large}.gz`);
    await writeFile(large, page.repeat(20));
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    try {
      for (const path of ['/main/leads', '/nothing', '/'])
        expect((await ask(`GET ${path}`, 'accept-encoding: br')).head).toContain('content-encoding: br');
    } finally {
      process.off('warning', onWarning);
      await writeFile(large, page);
      await writeFile(`${large}.gz`, gzipSync(page));
    }
    expect(warnings).toEqual([]);
  });
});

describe('an odd address gets a clean answer:', () => {
  test.each([
    '//',
    '///leads',
    '/..',
    '/../../etc/passwd',
    '/%2e%2e',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc',
    '/%00',
    '/leads%00',
    '/assets/%00',
    '/assets/..',
    '/assets/%2e%2e%2findex.html',
    '/assets/',
    '/assets',
    '/assets//app-1a2b.js',
    '/.',
    '/./leads',
    '/%',
    '/%zz',
    '/%e0%a4%a',
    '/leads/%c0%80',
    '/a\\b',
    '/%5c..%5c',
    '/pictures/%00',
    '/pictures/%00.webp',
    '/pictures/%e0%a4%a',
    '/pictures/..%2f',
    '/health/%00',
    '/api/%00',
    '/api/docs/%00',
    '/api/docs/static/%00',
    '/api/docs/static/..%2f..%2f',
    '/api/docs/static//',
    '/api/employeeApp//session//me',
    '/api/employeeApp/public/setup/%00',
    '/api/employeeApp/public/setup/%E0%A4%A',
    '/form/%00',
    '/form/%00.json',
    '/form/%00.js',
    '/form/%00/thanks',
    '/form/%E0%A4%A',
    `/${'a'.repeat(9_000)}`,
    '/?%00',
    '/?a=%E0%A4%A',
    '*',
    'http://elsewhere/x',
    '/;x',
    '/#x',
  ])('%s (F6)', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']) {
      for (const header of ['accept-encoding: gzip', 'x-none: 1']) {
        const { status, head, body } = await ask(`${method} ${path}`, header);
        expect([method, path, status]).toEqual([
          method,
          path,
          expect.toSatisfy((got: number) => got >= 200 && got < 500),
        ]);
        if (status >= 400 && head.includes('application/json') && method !== 'HEAD')
          expect(errorBody.safeParse(JSON.parse(body)).success, body).toBe(true);
      }
    }
  });
});

describe('what cannot be met gets a clean refusal:', () => {
  test.each([
    ['range: bytes=999999-', 416],
    ['range: bytes=5-2', 416],
    ['range: bytes=x', 416],
    ['range: lines=1-2', 200],
    ['range: bytes=0-9', 206],
    ['if-match: "other"', 412],
    ['if-unmodified-since: Mon, 01 Jan 1990 00:00:00 GMT', 412],
    ['if-modified-since: never', 200],
    ['if-none-match: *', 304],
  ])('%s (F6)', async (header, expected) => {
    for (const path of ['/assets/app-1a2b.js', '/index.html', '/']) {
      const { status, body } = await ask(`GET ${path}`, header);
      expect([path, status]).toEqual([path, expected]);
      if (status >= 400) expect(errorBody.safeParse(JSON.parse(body)).success, body).toBe(true);
    }
  });
});
