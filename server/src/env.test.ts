import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSettingWarnings, readEnv, SettingError } from '#server/env.ts';

describe('readEnv', () => {
  it('has a default for every setting', () => {
    expect(readEnv({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseReplicaUrl: undefined,
      databasePrepare: 'auto',
      smtpUrl: undefined,
      smtpInsecure: false,
      smsLocalGateway: false,
      mailFrom: 'Pitlane <pitlane@localhost>',
      registration: 'invited',
      trustProxy: false,
      overloadMs: 1000,
      backupDir: undefined,
      backupHour: 2,
      backupKeep: 14,
      backupBeforeUpgrade: true,
      backupPassphrase: undefined,
      metaGraphUrl: 'https://graph.facebook.com/v26.0',
      intakeQuota: { hourly: { deliveries: 20_000, bytes: 67_108_864 }, storedBytes: 21_474_836_480 },
      metricsToken: undefined,
      slowStatementMs: 500,
      logLevel: 'warn',
    });
  });

  it('takes every setting', () => {
    expect(
      readEnv({
        PORT: '8080',
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://leads.example.com/',
        DATA_DIR: '/srv/pitlane',
        DATABASE_URL: 'postgres://pitlane:secret@db.example.com/pitlane?sslmode=verify-full',
        DATABASE_DIRECT_URL: 'postgres://pitlane:secret@10.0.0.11/pitlane',
        DATABASE_REPLICA_URL: 'postgres://pitlane:secret@10.0.0.12/pitlane',
        DATABASE_PREPARE: 'off',
        SMTP_URL: 'smtps://user:secret@mail.example.com',
        SMTP_INSECURE: 'allow',
        SMS_LOCAL_GATEWAY: 'allow',
        MAIL_FROM: 'service@example.com',
        REGISTRATION: 'open',
        TRUST_PROXY: '10.0.0.0/8, ::1,loopback',
        OVERLOAD_MS: '5000',
        BACKUP_DIR: '/mnt/backups',
        BACKUP_HOUR: '23',
        BACKUP_KEEP: '30',
        BACKUP_BEFORE_UPGRADE: 'off',
        BACKUP_PASSPHRASE: 'meghna ferry lantern',
        META_GRAPH_URL: 'http://10.0.0.5:8080/v26.0/',
        INTAKE_HOUR_COUNT: '500',
        INTAKE_HOUR_MB: '16',
        INTAKE_STORED_MB: '1000',
        METRICS_TOKEN: 'a-token-of-twenty-letters',
        SLOW_STATEMENT_MS: '250',
        LOG_LEVEL: 'info',
      }),
    ).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://leads.example.com',
      dataDir: resolve('/srv/pitlane'),
      databaseUrl: 'postgres://pitlane:secret@db.example.com/pitlane?sslmode=verify-full',
      databaseDirectUrl: 'postgres://pitlane:secret@10.0.0.11/pitlane',
      databaseReplicaUrl: 'postgres://pitlane:secret@10.0.0.12/pitlane',
      databasePrepare: 'off',
      smtpUrl: 'smtps://user:secret@mail.example.com',
      smtpInsecure: true,
      smsLocalGateway: true,
      mailFrom: 'service@example.com',
      registration: 'open',
      trustProxy: ['10.0.0.0/8', '::1', 'loopback'],
      overloadMs: 5000,
      backupDir: resolve('/mnt/backups'),
      backupHour: 23,
      backupKeep: 30,
      backupBeforeUpgrade: false,
      backupPassphrase: 'meghna ferry lantern',
      metaGraphUrl: 'http://10.0.0.5:8080/v26.0',
      intakeQuota: { hourly: { deliveries: 500, bytes: 16_777_216 }, storedBytes: 1_048_576_000 },
      metricsToken: 'a-token-of-twenty-letters',
      slowStatementMs: 250,
      logLevel: 'info',
    });
  });

  it('reads an empty setting as an absent one', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ' })).toEqual(readEnv({}));
  });

  it('puts the port into the default public address, and the demo into a folder of its own', () => {
    expect(readEnv({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
    expect(readEnv({}, './data-demo').dataDir).toBe(resolve('data-demo'));
    expect(readEnv({ DATA_DIR: 'elsewhere' }, './data-demo').dataDir).toBe(resolve('elsewhere'));
  });

  it.each([
    ['off', false],
    ['false', false],
    ['2', 2],
    ['192.0.2.1', ['192.0.2.1']],
  ])('reads TRUST_PROXY %s', (got, read) => {
    expect(readEnv({ TRUST_PROXY: got }).trustProxy).toEqual(read);
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '3000.5'],
    ['PUBLIC_URL', 'leads.example.com'],
    ['PUBLIC_URL', 'ftp://leads.example.com'],
    ['PUBLIC_URL', 'https://example.com/leads'],
    ['DATABASE_URL', 'mysql://localhost/pitlane'],
    ['DATABASE_URL', 'localhost'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_INSECURE', 'true'],
    ['SMS_LOCAL_GATEWAY', 'true'],
    ['MAIL_FROM', 'Pitlane'],
    ['MAIL_FROM', 'a@b.c, d@e.f'],
    ['REGISTRATION', 'closed'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '010.1/8'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['OVERLOAD_MS', '099'],
    ['OVERLOAD_MS', '1e6'],
    ['SLOW_STATEMENT_MS', '0'],
    ['SLOW_STATEMENT_MS', 'off'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s %s, naming it, what it got and what it takes', (setting, got) => {
    const reading = () => readEnv({ [setting]: got });
    expect(reading).toThrow(SettingError);
    expect(reading).toThrow(`${setting} is '${got}', and it takes `);
  });

  it('stays on one line', () => {
    expect(() => readEnv({ MAIL_FROM: 'a@b.c\r\nBcc: d@e.f' })).toThrow(
      /^MAIL_FROM is 'a@b\.c Bcc: d@e\.f'.*$/,
    );
  });

  it.each([
    'mysql://user:secret@host/db',
    'postgre://user:p:secret@host/db',
    'x://user:s@secret@host',
    'x://host/db?password=secret',
  ])('says no password when it refuses %s', (got) => {
    expect(() => readEnv({ DATABASE_URL: got })).toThrow(/^DATABASE_URL is '(?!.*secret)/);
  });

  it('does not say a token that is too short', () => {
    expect(() => readEnv({ METRICS_TOKEN: 'secret' })).toThrow(
      "METRICS_TOKEN is '…', and it takes at least 20 letters, digits or signs, such as those of openssl rand -hex 20.",
    );
  });

  it('does not say a passphrase that is too short', () => {
    expect(() => readEnv({ BACKUP_PASSPHRASE: 'secret' })).toThrow(
      "BACKUP_PASSPHRASE is '…', and it takes at least 12 characters, such as five random words.",
    );
  });
});

describe('a warning at the start', () => {
  it.each([
    [{ HOST: '0.0.0.0' }, 1],
    [{ HOST: '192.0.2.7' }, 1],
    [{ HOST: '::', PUBLIC_URL: 'http://127.0.0.1:3000' }, 1],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://leads.example.com' }, 0],
    [{ HOST: 'localhost' }, 0],
    [{ HOST: '::1' }, 0],
    [{}, 0],
  ])(
    'says that emailed links lead nowhere when others can reach it and links carry localhost: %j (F8)',
    (settings, count) => {
      expect(listSettingWarnings(readEnv(settings))).toHaveLength(count);
    },
  );

  it('says that the embedded database has no replica', () => {
    const DATABASE_REPLICA_URL = 'postgres://db2/pitlane';
    const told = (given: object) => listSettingWarnings(readEnv({ DATABASE_REPLICA_URL, ...given })).join();
    expect(told({})).toMatch(/^DATABASE_REPLICA_URL is set without DATABASE_URL: /);
    expect(told({ DATABASE_URL: 'postgres://db1/pitlane' })).toBe('');
  });

  it.each([
    ['http://leads.example.com', true],
    ['http://192.168.1.20:3000', true],
    ['https://leads.example.com', false],
    ['http://localhost:3000', false],
  ])('says that %s sends passwords unencrypted: %s', (PUBLIC_URL, isSaid) => {
    const told = listSettingWarnings(readEnv({ PUBLIC_URL, HOST: '::1' })).join();
    expect(told.includes('unencrypted')).toBe(isSaid);
  });
});
