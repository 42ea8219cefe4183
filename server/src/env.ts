import { resolve } from 'node:path';
import { z } from 'zod';
import type { IntakeQuota } from '#server/context.ts';
import { StartError } from '#server/lib/errors.ts';
import { isLoopbackHost } from '#server/lib/network.ts';
import {
  isDatabaseAddress,
  isHost,
  isMailAddress,
  readApiAddress,
  readOrigin,
  readProxies,
} from './env-forms.ts';

const megabyte = 1_048_576;

/** Says that a setting has a value that it does not take. */
export class SettingError extends StartError {
  override name = 'SettingError';

  constructor(setting: string, got: string, takes: string) {
    super(`${setting} is '${withoutPassword(got)}', and it takes ${takes}.`);
  }
}

/** The settings as they stand in the environment, with what each takes. */
export const settingsSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(65_535))
    .prefault('3000')
    .describe('a whole number from 1 to 65535'),
  HOST: z
    .string()
    .refine(isHost)
    .default('127.0.0.1')
    .describe('a name or an address of this machine, such as 127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .transform(readOrigin)
    .optional()
    .describe('an address without a path, such as https://leads.example.com'),
  DATA_DIR: folder(),
  DATABASE_URL: address(isDatabaseAddress, 'postgres://user:password@host/database'),
  DATABASE_DIRECT_URL: address(isDatabaseAddress, 'postgres://user:password@host/database'),
  DATABASE_REPLICA_URL: address(isDatabaseAddress, 'postgres://user:password@host/database'),
  DATABASE_PREPARE: choice(['auto', 'on', 'off'], 'auto'),
  SMTP_URL: address(isMailAddress, 'smtp://host:587 or smtps://user:password@host'),
  SMTP_INSECURE: choice(['refuse', 'allow'], 'refuse'),
  SMS_LOCAL_GATEWAY: choice(['refuse', 'allow'], 'refuse'),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .default('Pitlane <pitlane@localhost>')
    .describe('an email address, such as Pitlane <pitlane@example.com>'),
  REGISTRATION: choice(['invited', 'open'], 'invited'),
  TRUST_PROXY: z
    .string()
    .transform(readProxies)
    .prefault('off')
    .describe(
      "off, the proxy's address or range (such as loopback or 10.0.0.0/8, none wider; several by commas), or the number of proxies in front (such as 1)",
    ),
  OVERLOAD_MS: z
    .string()
    .regex(/^\d{3,6}$/)
    .transform(Number)
    .pipe(z.int().min(100))
    .prefault('1000')
    .describe('milliseconds, a whole number from 100 to 999999'),
  BACKUP_DIR: folder(),
  BACKUP_HOUR: wholeNumber(0, 23, 2),
  BACKUP_KEEP: wholeNumber(1, 9_999, 14),
  BACKUP_BEFORE_UPGRADE: choice(['on', 'off'], 'on'),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12)
    .optional()
    .describe('at least 12 characters, such as five random words'),
  SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('at least 32 characters, such as those of openssl rand -base64 32'),
  META_GRAPH_URL: z
    .string()
    .transform(readApiAddress)
    .prefault('https://graph.facebook.com/v26.0')
    .describe('an https: address such as https://graph.facebook.com/v26.0'),
  INTAKE_HOUR_COUNT: volume(20_000),
  INTAKE_HOUR_MB: volume(64),
  INTAKE_STORED_MB: volume(20_480),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{20,}$/)
    .optional()
    .describe('at least 20 letters, digits or signs, such as those of openssl rand -hex 20'),
  SLOW_STATEMENT_MS: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.int().min(1))
    .prefault('500')
    .describe('milliseconds, a whole number from 1 to 999999'),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'warn'),
});

/** The settings, read and checked. */
export interface Env {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  // Undefined: the embedded PostgreSQL in `dataDir`.
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  databasePrepare: z.output<typeof settingsSchema>['DATABASE_PREPARE'];
  smtpUrl: string | undefined;
  smtpInsecure: boolean;
  smsLocalGateway: boolean;
  mailFrom: string;
  registration: z.output<typeof settingsSchema>['REGISTRATION'];
  trustProxy: false | number | string[];
  overloadMs: number;
  backupDir: string | undefined;
  backupHour: number;
  backupKeep: number;
  backupBeforeUpgrade: boolean;
  backupPassphrase: string | undefined;
  // Encrypts what connections keep secret. Undefined: a key in `dataDir`, with the embedded database.
  secretKey: string | undefined;
  metaGraphUrl: string;
  intakeQuota: IntakeQuota;
  metricsToken: string | undefined;
  slowStatementMs: number;
  logLevel: z.output<typeof settingsSchema>['LOG_LEVEL'];
}

/**
 * Reads the settings from the environment; an empty variable counts as absent.
 *
 * @throws SettingError for a value that a setting does not take.
 */
export function readEnv(
  source: Record<string, string | undefined> = process.env,
  defaultDataDir = './data',
): Env {
  const given = Object.fromEntries(
    Object.keys(settingsSchema.shape).map((name) => [name, source[name]?.trim() || undefined]),
  );
  const { data, error } = settingsSchema.safeParse(given);
  if (!data) throw wrongSetting(given, error);
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    dataDir: resolve(data.DATA_DIR ?? defaultDataDir),
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    databaseReplicaUrl: data.DATABASE_REPLICA_URL,
    databasePrepare: data.DATABASE_PREPARE,
    smtpUrl: data.SMTP_URL,
    smtpInsecure: data.SMTP_INSECURE === 'allow',
    smsLocalGateway: data.SMS_LOCAL_GATEWAY === 'allow',
    mailFrom: data.MAIL_FROM,
    registration: data.REGISTRATION,
    trustProxy: data.TRUST_PROXY,
    overloadMs: data.OVERLOAD_MS,
    backupDir: data.BACKUP_DIR && resolve(data.BACKUP_DIR),
    backupHour: data.BACKUP_HOUR,
    backupKeep: data.BACKUP_KEEP,
    backupBeforeUpgrade: data.BACKUP_BEFORE_UPGRADE === 'on',
    backupPassphrase: data.BACKUP_PASSPHRASE,
    secretKey: data.SECRET_KEY,
    metaGraphUrl: data.META_GRAPH_URL,
    intakeQuota: {
      hourly: { deliveries: data.INTAKE_HOUR_COUNT, bytes: data.INTAKE_HOUR_MB * megabyte },
      storedBytes: data.INTAKE_STORED_MB * megabyte,
    },
    metricsToken: data.METRICS_TOKEN,
    slowStatementMs: data.SLOW_STATEMENT_MS,
    logLevel: data.LOG_LEVEL,
  };
}

/** Returns the environment of this process with other settings, for a process to be started. */
export function overrideEnvironment(
  given: Partial<Record<keyof typeof settingsSchema.shape, string>>,
): NodeJS.ProcessEnv {
  return { ...process.env, ...given };
}

/** Lists settings that are allowed but hardly meant, a line each. */
export function listSettingWarnings(env: Env): string[] {
  const isReplicaAlone = env.databaseReplicaUrl !== undefined && env.databaseUrl === undefined;
  return [
    ...(isReplicaAlone
      ? [
          'DATABASE_REPLICA_URL is set without DATABASE_URL: the embedded database has no replica, and none is read.',
        ]
      : []),
    ...addressWarnings(env),
  ];
}

function addressWarnings({ host, publicUrl }: Env): string[] {
  const { protocol, hostname } = new URL(publicUrl);
  const isForThisMachine = isLoopbackHost(hostname);
  if (!isForThisMachine && protocol === 'http:') {
    return [
      `PUBLIC_URL is ${publicUrl}: passwords and customers' data cross the network unencrypted. Put a proxy with TLS in front and set PUBLIC_URL to its https: address.`,
    ];
  }
  if (isLoopbackHost(host) || !isForThisMachine) return [];
  return [
    `HOST is '${host}', but PUBLIC_URL is ${publicUrl}: links in emails will not work on other machines. Set PUBLIC_URL to the address that people use.`,
  ];
}

function choice<const T extends string>(choices: readonly [T, ...T[]], other: NoInfer<T>) {
  return z
    .enum(choices)
    .default(other)
    .describe(`one of ${choices.join(', ')}`);
}

function wholeNumber(least: number, most: number, other: number) {
  return z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .prefault(String(other))
    .describe(`a whole number from ${least} to ${most}`);
}

function volume(other: number) {
  return z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .pipe(z.int().min(16))
    .prefault(String(other))
    .describe('a whole number from 16 to 9999999');
}

function folder() {
  return z
    .string()
    .refine((path) => !path.includes('://'))
    .optional()
    .describe('a folder that can be written');
}

function address(isOne: (text: string) => boolean, example: string) {
  return z.string().refine(isOne).optional().describe(`an address such as ${example}`);
}

const secrets: readonly string[] = ['BACKUP_PASSPHRASE', 'METRICS_TOKEN', 'SECRET_KEY'];

function wrongSetting(given: Record<string, string | undefined>, { issues }: z.ZodError): SettingError {
  const name = settingsSchema.keyof().parse(issues[0]?.path[0]);
  const got = secrets.includes(name) ? '…' : (given[name] ?? '');
  return new SettingError(name, got, settingsSchema.shape[name].description ?? '');
}

function withoutPassword(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\/\/.*@/, '//…@')
    .replace(/(password=)[^&]*/gi, '$1…');
}
