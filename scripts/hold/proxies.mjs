// The example proxies before a demo: TLS, live events, pictures, clients' addresses.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureWebBuilt, findNodeBinary } from '../bootstrap.mjs';
import { root } from '../steps.mjs';
import { freePort, inFolder, run, start } from './program.mjs';

/** @typedef {{ http: number, https: number, app: number }} Ports */

const megabyte = 1024 * 1024;
const atOnceMs = 3_000;
const mostAttempts = 10;

/** Runs Pitlane behind nginx with the example in deploy/nginx, and checks what comes through. @throws when something does not. */
export const holdNginx = () =>
  holdProxy((folder, ports, pem) => {
    const example = changed(readFileSync(join(root, 'deploy/nginx/pitlane.conf'), 'utf8'), [
      [/127\.0\.0\.1:3000/g, `127.0.0.1:${ports.app}`],
      [/listen 80;/g, `listen 127.0.0.1:${ports.http};`],
      [/listen 443 ssl/g, `listen 127.0.0.1:${ports.https} ssl`],
      [/ *listen \[::\].*\n/g, ''],
      [/leads\.example\.com;/g, 'localhost;'],
      [/\/etc\/ssl\/leads\.example\.com\/fullchain\.pem/g, pem.certificate],
      [/\/etc\/ssl\/leads\.example\.com\/privkey\.pem/g, pem.key],
      [/\/var\/log\/nginx/g, folder],
    ]);
    mkdirSync(join(folder, 'nginx'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/nginx/${name};`)
      .join('\n');
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `pid ${folder}/nginx.pid; daemon off; error_log stderr; events {}\nhttp { access_log off;\n${temporary}\n${example}\n}\n`,
    );
    run('nginx', ['-t', '-q', '-e', 'stderr', '-c', file]);
    return start('nginx', ['-e', 'stderr', '-c', file], { cwd: folder });
  });

/** Runs Pitlane behind Caddy with the example in deploy/caddy, and checks what comes through. @throws when something does not. */
export const holdCaddy = () =>
  holdProxy((folder, ports, pem) => {
    const example = changed(readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8'), [
      [/127\.0\.0\.1:3000/g, `127.0.0.1:${ports.app}`],
      [/^leads\.example\.com \{/gm, `localhost {\n\tbind 127.0.0.1\n\ttls ${pem.certificate} ${pem.key}`],
    ]);
    const file = join(folder, 'Caddyfile');
    const options = `admin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tskip_install_trust`;
    writeFileSync(file, `{\n\t${options}\n}\n${example}`);
    return start('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
    });
  });

/** @param {(folder: string, ports: Ports, pem: { certificate: string, key: string }) => import('./program.mjs').Program} startProxy */
function holdProxy(startProxy) {
  return inFolder(async (folder) => {
    await ensureWebBuilt();
    // For the proxy's own user.
    chmodSync(folder, 0o711);
    const ports = { http: await freePort(), https: await freePort(), app: await freePort() };
    const pem = makeCertificate(folder);
    const main = join(root, 'server/src/main.ts');
    const demo = start(findNodeBinary(), ['--disable-warning=ExperimentalWarning', main, '--demo'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        PORT: String(ports.app),
        DATA_DIR: join(folder, 'data'),
        PUBLIC_URL: `https://localhost:${ports.https}`,
        TRUST_PROXY: '127.0.0.1',
      },
    });
    await demo.printed(/Pitlane is ready/);
    const proxy = startProxy(folder, ports, pem);
    try {
      await check(ports, readFileSync(pem.certificate));
    } catch (error) {
      throw new Error(`${proxy.output()}\n${demo.output()}`, { cause: error });
    } finally {
      await proxy.stop('SIGTERM');
      await demo.stop('SIGTERM');
    }
    if (/TRUST_PROXY/.test(demo.output())) throw new Error(`The proxy is not trusted:\n${demo.output()}`);
  });
}

async function check(ports, ca) {
  const ask = asker(ports.https, ca);
  await untilItAnswers(ask);

  const moved = await plain(ports.http);
  expect([301, 308].includes(moved.status), `plain HTTP leads to TLS, not to ${moved.status}`);
  expect(moved.headers.location?.startsWith('https://localhost'), `to ${moved.headers.location}`);
  const page = await ask('GET', '/auth/login');
  expect(page.status === 200 && /<html/.test(page.text), 'the log-in page opens');
  expect('strict-transport-security' in page.headers, 'HSTS is sent');

  const admin = await logIn(ask, 'superadmin@pitlane.test');
  const clerk = await logIn(ask, 'dataentry@pitlane.test');
  await checkEvents(ask, admin, clerk);
  await checkPictures(ask, admin);
  await checkAddresses(ask);
}

async function checkEvents(ask, admin, clerk) {
  const stream = await ask.open('/api/employeeApp/session/events', admin);
  let heard = '';
  stream.setEncoding('utf8').on('data', (text) => (heard += text));
  await within(() => heard.includes(': open'), 'the stream opens at once');
  const [center] = JSON.parse(
    (await ask('GET', '/api/employeeApp/serviceCenter/manageLeads/getServiceCenters', admin)).text,
  );
  const lead = { name: 'Nadia', phone: '01712345678', serviceCenter: center._id };
  const { status, text } = await ask(
    'POST',
    '/api/employeeApp/dataEntry/manageLeads',
    clerk,
    JSON.stringify(lead),
  );
  expect(status === 201, `a lead is recorded: ${status} ${text}`);
  await within(() => heard.includes('event: lead'), 'the event of a lead arrives at once');
  stream.destroy();
}

async function checkPictures(ask, admin) {
  const send = (bytes) => {
    const { headers, body } = formWith('logo', bytes);
    return ask('PATCH', '/api/employeeApp/management/dealer', { ...admin, ...headers }, body);
  };
  const large = await send(await noise(9.5 * megabyte));
  expect(large.status === 200, `a large picture is taken: ${large.status} ${large.text}`);
  for (const size of [10.5 * megabyte, 20 * megabyte]) {
    const { status, headers, text } = await send(randomBytes(size));
    const code = status === 413 && headers['content-type']?.includes('json') && JSON.parse(text).error.code;
    expect(code === 'too_large', `a picture of ${size / megabyte} MB is refused plainly: ${status} ${text}`);
  }
  const json = await ask(
    'POST',
    '/api/employeeApp/dataEntry/manageLeads',
    admin,
    `{"notes":"${'a'.repeat(100_000)}"}`,
  );
  expect(json.status === 413, `a long text is refused: ${json.status}`);
}

async function checkAddresses(ask) {
  const guess = (from, headers = {}) => {
    const body = JSON.stringify({ email: 'manager@pitlane.test', password: 'a wrong password' });
    return ask('POST', '/api/employeeApp/public/auth/login', headers, body, from);
  };
  for (let attempt = 0; attempt < mostAttempts; attempt++) await guess('127.0.0.2');
  expect((await guess('127.0.0.2')).status === 429, 'too many guesses from one address are refused');
  const forged = await guess('127.0.0.2', {
    'x-forwarded-for': '198.51.100.7',
    forwarded: 'for=198.51.100.7',
  });
  expect(forged.status === 429, `also with a forged address: ${forged.status}`);
  expect((await guess('127.0.0.3')).status === 401, 'another address has guesses of its own');
}

function asker(port, ca) {
  const send = (method, path, headers, body, localAddress) =>
    new Promise((resolve, reject) => {
      const kind = { 'content-type': 'application/json' };
      const call = request(
        { host: '127.0.0.1', servername: 'localhost', port, ca, method, path, localAddress, agent: false },
        resolve,
      );
      const all = { host: `localhost:${port}`, ...(body && kind), ...headers };
      for (const [name, value] of Object.entries(all)) call.setHeader(name, value);
      // A refused body's rest is not taken.
      call.once('error', reject);
      call.end(body);
    });
  const ask = async (method, path, headers = {}, body, localAddress) =>
    readAnswer(await send(method, path, headers, body, localAddress));
  return Object.assign(ask, { open: (path, headers) => send('GET', path, headers) });
}

function plain(port) {
  return new Promise((resolve, reject) => {
    const call = requestHttp({
      host: '127.0.0.1',
      port,
      path: '/auth/login',
      headers: { host: 'localhost' },
    });
    call.once('response', (response) => resolve(readAnswer(response)));
    call.once('error', reject);
    call.end();
  });
}

async function readAnswer(response) {
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return { status: response.statusCode, headers: response.headers, text };
}

async function logIn(ask, email) {
  const body = JSON.stringify({ email, password: 'pitlane-demo' });
  const { status, text } = await ask('POST', '/api/employeeApp/public/auth/login', {}, body);
  expect(status === 200, `${email} logs in: ${status} ${text}`);
  return { authorization: `Bearer ${JSON.parse(text).token}` };
}

async function untilItAnswers(ask) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await ask('GET', '/health/ready').catch(() => undefined);
    if (answer?.status === 200) return;
    await wait(50);
  }
  throw new Error('The proxy does not answer');
}

async function within(isSo, what) {
  for (const giveUp = Date.now() + atOnceMs; Date.now() < giveUp; await wait(10)) if (isSo()) return;
  expect(false, what);
}

function formWith(name, bytes) {
  const mark = 'pitlane-hold-form';
  const head = `--${mark}\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${mark}--\r\n`)]);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${mark}`,
      'content-length': String(body.length),
    },
    body,
  };
}

async function noise(bytes) {
  const { default: sharp } = await import('sharp');
  const side = Math.floor(Math.sqrt(bytes / 3));
  const raw = { width: side, height: side, channels: /** @type {const} */ (3) };
  return sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

function makeCertificate(folder) {
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  run('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificate]);
  return { certificate, key };
}

function changed(text, changes) {
  return changes.reduce((so, [pattern, to]) => {
    if (so.search(pattern) < 0) throw new Error(`The example has no ${pattern}`);
    return so.replace(pattern, to);
  }, text);
}

function expect(isSo, what) {
  if (!isSo) throw new Error(`Not so: ${what}`);
}
