// Scanners by others, against a demo.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWebBuilt, findNodeBinary } from '../bootstrap.mjs';
import { root } from '../steps.mjs';
import { freePort, has, inFolder, start } from './program.mjs';

const longest = 6 * 60_000;

const wapitiModules =
  'cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss,backup';

const gravest = 1;

const accepted = /X-XSS-Protection is not set/;

const example = {
  page: '1',
  limit: '10',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  filter: 'active',
  active: 'true',
  period: 'daily',
};

/** Returns false when both scanners are installed, else how to install them. */
export const cannotScan = () =>
  !has('wapiti', '--version') || !has('sqlmap', '--version')
    ? 'a scanner is missing: apt-get install wapiti sqlmap'
    : false;

/** Attacks a demo with the security scanners. @throws when they find something. */
export function holdScan() {
  return inFolder(async (folder) => {
    await ensureWebBuilt();
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const main = join(root, 'server/src/main.ts');
    const demo = start(findNodeBinary(), ['--disable-warning=ExperimentalWarning', main, '--demo'], {
      cwd: root,
      // Many scanners are no overload.
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        OVERLOAD_MS: '600000',
        // As behind a proxy with TLS.
        PUBLIC_URL: `https://localhost:${port}`,
      },
    });
    await demo.printed(/Pitlane is ready/);
    try {
      const token = await logIn(origin);
      const addresses = await addressesOf(origin);
      const faults = [
        ...scanWithWapiti(folder, origin, token, addresses),
        ...scanWithSqlmap(folder, origin, token, addresses),
      ];
      faults.push(
        ...(demo.output().match(/.*request failed.*/g) ?? []).map((line) => `answered with 500: ${line}`),
      );
      if (faults.length > 0) throw new Error(`The scanners found:\n${faults.join('\n')}`);
    } finally {
      await demo.stop('SIGTERM');
    }
    auditPackages();
  });
}

async function logIn(origin) {
  const answer = await fetch(`${origin}/api/employeeApp/public/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'superadmin@pitlane.test', password: 'pitlane-demo' }),
  });
  return (await answer.json()).token;
}

async function addressesOf(origin) {
  const { paths } = await (await fetch(`${origin}/api/docs/json`)).json();
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get?.responses?.[200]?.content?.['application/json']) return [];
    const parameters = get.parameters ?? [];
    const named = path.replace(/\{(\w+)\}/g, (_, name) =>
      exampleOf(parameters.find((one) => one.name === name)),
    );
    const query = parameters
      .filter((one) => one.in === 'query')
      .map((one) => `${one.name}=${encodeURIComponent(exampleOf(one))}`);
    return `${origin}${named}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  });
}

/** @param {{ name: string, schema?: { enum?: string[], format?: string } } | undefined} parameter */
function exampleOf(parameter) {
  const { name = '', schema } = parameter ?? {};
  return (
    schema?.enum?.[0] ??
    example[name] ??
    (schema?.format === 'uuid' || /id$/i.test(name) ? '0199e0f4-7d2c-7c3a-9a51-0d1f2e3a4b5c' : 'karim')
  );
}

/** @returns {string[]} what it found. */
function scanWithWapiti(folder, origin, token, addresses) {
  const report = join(folder, 'wapiti.json');
  const where = [
    '-u',
    `${origin}/`,
    '--scope',
    'domain',
    '-d',
    '2',
    ...addresses.flatMap((one) => ['-s', one]),
  ];
  const how = [
    '-m',
    wapitiModules,
    '-H',
    `Authorization: Bearer ${token}`,
    '-t',
    '20',
    '--max-scan-time',
    '60',
    '--max-attack-time',
    '60',
  ];
  const out = [
    '-f',
    'json',
    '-o',
    report,
    '--flush-session',
    '--no-bugreport',
    '--store-session',
    folder,
    '-v',
    '1',
  ];
  const { stdout, stderr } = spawnSync('wapiti', [...where, ...how, ...out], {
    encoding: 'utf8',
    timeout: longest,
    env: { ...process.env, HOME: folder },
  });
  if (!existsSync(report)) throw new Error(`wapiti wrote no report:\n${stdout}${stderr}`);
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8'));
  const found = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) =>
    all
      .filter(({ level, info }) => level >= gravest && !accepted.test(info))
      .map(({ level, info, path, method }) => `wapiti: ${kind} (${level}): ${info}: ${method} ${path}`),
  );
  console.log(
    `  wapiti: ${addresses.length} addresses and what it found from them, ${found.length} findings`,
  );
  return found;
}

function scanWithSqlmap(folder, origin, token, addresses) {
  const list = join(folder, 'addresses.txt');
  const results = join(folder, 'sqlmap.csv');
  writeFileSync(list, addresses.filter((one) => one.includes('?')).join('\n'));
  const json = 'Content-Type: application/json';
  const session = `Authorization: Bearer ${token}`;
  const runs = [
    { target: ['-m', list, '--results-file', results], headers: [session] },
    {
      target: [
        '-u',
        `${origin}/api/employeeApp/public/auth/login`,
        '--data',
        '{"email":"a@b.example","password":"brake-pads"}',
      ],
      headers: [json],
      codes: ['--ignore-code', '401,429'],
    },
    {
      target: [
        '-u',
        `${origin}/api/employeeApp/dataEntry/manageLeads`,
        '--data',
        '{"name":"Karim","phone":"01712345678","notes":"a"}',
      ],
      headers: [json, session],
      codes: ['--ignore-code', '400'],
    },
  ];
  const found = [];
  for (const { target, headers, codes = [] } of runs) {
    const how = [
      '--batch',
      '--disable-coloring',
      '--dbms',
      'postgresql',
      '--technique',
      'BEU',
      '--threads',
      '4',
      '--output-dir',
      join(folder, 'sqlmap'),
      '--flush-session',
      '--skip-waf',
      '--headers',
      headers.join('\\n'),
    ];
    const { stdout = '' } = spawnSync('sqlmap', [...target, ...how, ...codes], {
      encoding: 'utf8',
      timeout: longest,
      env: { ...process.env, HOME: folder },
      maxBuffer: 1 << 28,
    });
    if (!/testing|tested/.test(stdout)) throw new Error(`sqlmap tried nothing:\n${stdout}`);
    found.push(...(stdout.match(/^Parameter: .*$/gm) ?? []).map((line) => `sqlmap: injection: ${line}`));
    const tried = new Set(stdout.match(/testing if .* parameter '.*' is dynamic/g) ?? []);
    console.log(
      `  sqlmap: ${tried.size} kinds of parameters of ${target[1] === list ? 'the addresses' : target[1]}, ${found.length} findings`,
    );
  }
  return found;
}

function auditPackages() {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['audit', '--omit=dev', '--audit-level=high', '--json'],
    { cwd: root, encoding: 'utf8' },
  );
  if (/audit endpoint returned an error|ENOAUDIT/.test(stdout + stderr))
    return console.log('  npm audit: not tried, this registry tells of no vulnerabilities');
  if (status !== 0) throw new Error(`npm audit found:\n${stdout}`);
  console.log('  npm audit: nothing known that is high or critical');
}
