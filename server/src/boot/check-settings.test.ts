import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEnv, settingsSchema } from '#server/env.ts';
import { StartError } from '#server/lib/errors.ts';
import { checkAddressesAndFolders } from './check-settings.ts';

type Setting = keyof typeof settingsSchema.shape;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-settings-'));
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'nowhere', 'x'), join(folder, 'dangling'));
  await symlink(join(folder, 'loop'), join(folder, 'loop'));
  await symlink(join(folder, 'file'), join(folder, 'link'));
  await mkdir(join(folder, 'fine'));
});
afterAll(() => rm(folder, { recursive: true }));

const words = [
  'yes',
  'true',
  '-',
  '0x1',
  '1e3',
  '??',
  'null',
  'undefined',
  'constructor',
  '__proto__',
  'ＯＮ',
  'on off',
];
const numbers = ['-1', '1.5', '1,5', '+1', '1_000', '٣', 'NaN', 'Infinity', '99999999', '0b1', '1 2', '①'];
const databases = [
  ...[
    'postgres://',
    'postgres:',
    'postgres:///',
    'postgres:///db',
    'postgres:db',
    'postgres://:5432/db',
    '//host/db',
  ],
  ...['postgres://host:port/db', 'postgres://host:99999/db', 'postgres://u:p@host/%ff'],
  ...[
    'postgres://host/db?sslrootcert=/no/such/file',
    'postgres://[::1/db',
    'postgres://a b/db',
    'mysql://host/db',
  ],
  ...[
    'http://host/db',
    'localhost',
    'host=localhost',
    '/var/run/postgresql',
    'pg://host/db',
    'postgres',
    'off',
  ],
];
const longName = 'x'.repeat(300);

const nonsense: Record<Setting, readonly string[]> = {
  PORT: [...words, ...numbers, '0', '65536'],
  HOST: [
    ...['192.0.2.1', '198.51.100.7', '203.0.113.5', '2001:db8::1', '1.2.3', '256.1.1.1', '1.2.3.4.5'],
    ...[
      'http://localhost',
      'localhost:3000',
      '127.0.0.1/8',
      '127.0.0.1:80',
      '[::1]',
      ':::',
      '-',
      '*',
      'a b',
      'a..b',
      '.',
    ],
    ...['-x.test', 'x_.', '?', `${longName}.test`, 'a,b'],
  ],
  PUBLIC_URL: [
    ...words,
    ...['ftp://a.test', 'https://', 'https:', '//a.test', 'a.test', 'https://a.test/b', 'https://a.test?b'],
  ].concat('https://a.test#b', 'https://u:p@a.test', 'https://a b.test', 'file:///etc', 'javascript:1'),
  DATA_DIR: placesOf('x'),
  DATABASE_URL: databases,
  DATABASE_DIRECT_URL: databases,
  DATABASE_REPLICA_URL: databases,
  DATABASE_PREPARE: [...words, ...numbers],
  SMTP_URL: [
    ...words,
    ...['smtp://', 'smtp:', 'smtps://', 'smtp:///x', 'smtp://:25', 'smtp://h:port', 'smtp://h:99999'],
  ].concat('smtp://u%:p@h', 'smtp://u:%zz@h', 'http://h', 'mail.test:25', 'smtp:h'),
  SMTP_INSECURE: [...words, ...numbers],
  SMS_LOCAL_GATEWAY: [...words, ...numbers],
  MAIL_FROM: [...words.filter((word) => !word.includes('@')), ...numbers],
  REGISTRATION: [...words, ...numbers],
  TRUST_PROXY: [
    ...words.filter((word) => word !== 'off'),
    ...[
      '0',
      '-1',
      '1.5',
      '100',
      '0.0.0.0/0',
      '::/0',
      '0.0.0.0/1,128.0.0.0/1',
      '::/1,8000::/1',
      '10.0.0.0/7',
      '10.0.0.0/33',
    ],
    ...[
      '::ffff:0:0/96',
      '::ffff:10.0.0.0/103',
      '::/16',
      '2000::/3',
      'toString',
      'loopback,',
      '10.0.0.1;10.0.0.2',
      'fe80::1%eth0',
    ],
    ...['10.0.0.0/8/8', '10.0.0.0/', '/8', '10.0.0.0/255.0.0.0', '*', 'proxy.test', '10.0.0.1:80', '010.1/8'],
  ],
  OVERLOAD_MS: [...words, ...numbers, '99', '0'],
  BACKUP_DIR: placesOf('x'),
  BACKUP_HOUR: [...words, ...numbers, '24', '2am', '02:00'],
  BACKUP_KEEP: [...words, ...numbers, '0', '10000'],
  BACKUP_BEFORE_UPGRADE: [...words, ...numbers],
  BACKUP_PASSPHRASE: [...words, ...numbers],
  SECRET_KEY: [...words, ...numbers, 'thirty-one letters, one too few'],
  META_GRAPH_URL: [
    ...words,
    ...numbers,
    'http://graph.facebook.com/v26.0',
    'https://user:word@graph.facebook.com',
    'https://graph.facebook.com/v26.0?a=b',
    'file:///etc/passwd',
  ],
  INTAKE_HOUR_COUNT: [...words, ...numbers, '15'],
  INTAKE_HOUR_MB: [...words, ...numbers, '0', '64 MB'],
  INTAKE_STORED_MB: [...words, ...numbers, '0', '20GB'],
  METRICS_TOKEN: [...words, ...numbers, 'twenty letters and a space', 'মেঘনা-মেঘনা-মেঘনা-মেঘনা'],
  SLOW_STATEMENT_MS: [...words, ...numbers, '0', 'off'],
  LOG_LEVEL: [...words, ...numbers, 'warning', 'WARN'],
};

function placesOf(name: string): readonly string[] {
  return [
    ...[
      './file',
      './file/',
      `./file/${name}`,
      './dangling',
      './loop',
      `./loop/${name}`,
      './link',
      `./link/${name}`,
    ],
    ...[
      `./${longName}`,
      `./fine/${longName}`,
      `./fine/${'x/'.repeat(2_500)}`,
      '/dev/null',
      `/dev/null/${name}`,
      '/dev/zero',
    ],
    ...[
      '/proc',
      `/proc/${name}`,
      `/proc/self/${name}`,
      `/proc/1/${name}/y`,
      '/sys',
      `/sys/${name}`,
      `/sys/kernel/${name}/y`,
    ],
    ...['s3://bucket/backups', 'file:///srv/pitlane', 'smb://nas/share'],
  ];
}

it.each(Object.keys(settingsSchema.shape) as Setting[])(
  '%s: every nonsense value is refused in one clear line (F50)',
  async (setting) => {
    const values = new Set(nonsense[setting]);
    expect(values.size).toBeGreaterThanOrEqual(20);
    for (const given of values) {
      const value = given.startsWith('./') ? join(folder, given) : given;
      const refusal = await start({ [setting]: value }).catch((error) => error);
      expect(refusal, value).toBeInstanceOf(StartError);
      expect(refusal.message, value).toMatch(/^[^\n]{10,6000}\.$/);
      expect(refusal.message, value).toContain(setting);
    }
    expect((await readdir(folder)).sort()).toEqual(['dangling', 'file', 'fine', 'link', 'loop']);
  },
);

it.each([
  '10.0.0.0/8',
  '::1',
  'loopback, uniquelocal',
  'fc00::/7',
  'fe80::/10',
  '2001:db8::/32',
  '::ffff:10.0.0.0/104',
])('TRUST_PROXY takes %s, and so does what reads it (F50)', async (value) => {
  const { trustProxy } = readEnv({ TRUST_PROXY: value });
  if (typeof trustProxy !== 'object') throw new Error('No list of proxies');
  const app = Fastify({ trustProxy });
  await app.close();
});

it('folders that can be made are taken', async () => {
  const made = join(folder, 'fine', 'new', 'newer');
  await start({ DATA_DIR: made, BACKUP_DIR: join(made, 'backups') });
  expect(await readdir(made)).toEqual(['backups']);
});

function start(given: Partial<Record<Setting, string>>): Promise<void> {
  return (async () => checkAddressesAndFolders(readEnv({ DATA_DIR: join(folder, 'fine'), ...given })))();
}
