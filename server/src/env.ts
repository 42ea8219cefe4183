import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { StartError } from '#server/boot/start-error.ts';

/** A setting that cannot be used. The message is one line: the setting, what it got, what it takes. */
export class SettingError extends StartError {
  override name = 'SettingError';

  constructor(setting: string, got: string, takes: string) {
    super(`${setting} is '${withoutPassword(got)}', and it takes ${takes}.`);
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];
const registrations = ['invited', 'open'] as const;

/** All settings of Pitlane, checked and with their defaults. */
export interface Env {
  /** 1 to 65535. */
  port: number;
  host: string;
  /** The origin that links in mails carry, without a slash at its end. */
  publicUrl: string;
  /** An absolute path. */
  dataDir: string;
  /** Undefined means the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** Undefined means that each mail is a file in `dataDir`/outbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  registration: (typeof registrations)[number];
  /** Whose forwarded headers count: nobody's, everybody's, those of so many hops, or those of these addresses and ranges. */
  trustProxy: boolean | number | string[];
  logLevel: (typeof logLevels)[number];
}

type Source = Record<string, string | undefined>;

/** The settings as they stand in the environment of this process; an empty one is an absent one. Throws SettingError. */
export function readEnv(source: Source = process.env, defaultDataDir = './data'): Env {
  const port = readPort(source);
  return {
    port,
    host: read(source, 'HOST') ?? '127.0.0.1',
    publicUrl: readPublicUrl(source) ?? `http://localhost:${port}`,
    dataDir: resolve(read(source, 'DATA_DIR') ?? defaultDataDir),
    databaseUrl: readUrl(
      source,
      'DATABASE_URL',
      ['postgres:', 'postgresql:'],
      'postgres://user:password@host/database',
    ),
    smtpUrl: readUrl(
      source,
      'SMTP_URL',
      ['smtp:', 'smtps:'],
      'smtp://host:587 or smtps://user:password@host',
    ),
    mailFrom: readMailFrom(source),
    registration: readChoice(source, 'REGISTRATION', registrations, 'invited'),
    trustProxy: readTrustProxy(source),
    logLevel: readChoice(source, 'LOG_LEVEL', logLevels, 'warn'),
  };
}

function read(source: Source, setting: string): string | undefined {
  return source[setting]?.trim() || undefined;
}

function readPort(source: Source): number {
  const got = read(source, 'PORT') ?? '3000';
  const port = Number(got);
  if (/^\d{1,5}$/.test(got) && port >= 1 && port <= 65_535) return port;
  throw new SettingError('PORT', got, 'a whole number from 1 to 65535');
}

function readPublicUrl(source: Source): string | undefined {
  const got = read(source, 'PUBLIC_URL');
  if (got === undefined) return undefined;
  const url = URL.parse(got);
  const isOrigin = url && got.replace(/\/$/, '').toLowerCase() === url.origin;
  if (isOrigin && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw new SettingError('PUBLIC_URL', got, 'an address without a path, such as https://leads.example.com');
}

function readUrl(source: Source, setting: string, protocols: string[], example: string): string | undefined {
  const got = read(source, setting);
  if (got === undefined) return undefined;
  const url = URL.parse(got);
  if (url && protocols.includes(url.protocol)) return got;
  throw new SettingError(setting, got, `an address such as ${example}`);
}

function readMailFrom(source: Source): string {
  const got = read(source, 'MAIL_FROM') ?? 'Pitlane <pitlane@localhost>';
  if (/^([^<>@\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(got)) return got;
  throw new SettingError('MAIL_FROM', got, 'a mail address, such as Pitlane <pitlane@example.com>');
}

function readChoice<const T extends string>(
  source: Source,
  setting: string,
  choices: readonly T[],
  other: T,
): T {
  const got = read(source, setting);
  if (got === undefined) return other;
  const choice = choices.find((each) => each === got);
  if (choice) return choice;
  throw new SettingError(setting, got, `one of ${choices.join(', ')}`);
}

function readTrustProxy(source: Source): boolean | number | string[] {
  const got = read(source, 'TRUST_PROXY') ?? 'off';
  if (got === 'off' || got === 'false') return false;
  if (got === 'true') return true;
  if (/^[1-9]\d?$/.test(got)) return Number(got);
  const addresses = got.split(',').map((address) => address.trim());
  if (addresses.every(isAddressOrRange)) return addresses;
  throw new SettingError(
    'TRUST_PROXY',
    got,
    'off, true, a number of hops, or addresses and ranges such as 10.0.0.0/8 or loopback',
  );
}

function isAddressOrRange(text: string): boolean {
  if (namedRanges.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** One line, without what may be a password: all before the last @ of an address, and a password in its query. */
function withoutPassword(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\/\/.*@/, '//…@')
    .replace(/(password=)[^&]*/gi, '$1…');
}
