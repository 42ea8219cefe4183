import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import { expect, inject } from 'vitest';
import type { login } from '#contract/auth.ts';
import {
  basePath,
  type Endpoint,
  type EndpointBodyInput,
  type EndpointParamsInput,
  type EndpointQueryInput,
  type EndpointReply,
} from '#contract/call/endpoint.ts';
import type { ErrorBody } from '#contract/call/errors.ts';
import type { Level } from '#contract/levels.ts';
import { type SignedInAccount, signedInAccount } from '#contract/people.ts';
import { buildApp } from '#server/app.ts';
import { hashPassword } from '#server/auth/passwords.service.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import type { DealerRules, ProcessCache } from '#server/context.ts';
import { watchDatabase } from '#server/db/ping.ts';
import { createSlowStatementLog, openDatabase, openExportPool } from '#server/db/pool.ts';
import type { DB } from '#server/db/types.ts';
import { createDealer } from '#server/dealer/dealer.service.ts';
import { addEmployee } from '#server/employees/employees.service.ts';
import type { Env } from '#server/env.ts';
import { type EventHub, openEventHub } from '#server/events/event-hub.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import { maxExports } from '#server/exports/exports.service.ts';
import type { RequestLimits } from '#server/http/guard/limits.ts';
import { createSettableClock } from '#server/lib/clock.ts';
import { type Metrics, openMetrics } from '#server/system/metrics.ts';
import { newDatabaseName, onDatabase, runStatements } from './databases.ts';
import { openTestMailer } from './test-mailer.ts';

type Sent<E extends Endpoint> = {
  token?: string;
  params?: EndpointParamsInput<E>;
  query?: EndpointQueryInput<E> | Record<string, string>;
  body?: EndpointBodyInput<E> | Record<string, unknown>;
  headers?: Record<string, string>;
};

type Received<E extends Endpoint> = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  data: EndpointReply<E>;
  error: ErrorBody['error'];
};

export const testNoon = new Date('2026-03-10T06:00:00.000Z');

export const testDataDir = '/srv/pitlane-test';

export const testRules: DealerRules = {
  ...{ timeZone: 'Asia/Dhaka', phoneCountry: 'BD' },
  ...{ serviceMayCorrect: false, serviceMayMerge: false, serviceMayOverbook: false },
};

export const testPublicUrl = 'https://leads.test.example';

export function signedInBy({ data }: { data: EndpointReply<typeof login> }): SignedInAccount {
  return signedInAccount.parse(data);
}

const usualEnv: Parameters<typeof buildApp>[0]['env'] = {
  publicUrl: testPublicUrl,
  ...{ registration: 'invited', trustProxy: false, dataDir: testDataDir },
  ...{ smtpUrl: undefined, databaseUrl: undefined, backupDir: undefined },
  ...{ mailFrom: 'Test Motors <leads@dealer.test.example>', metaGraphUrl: 'http://127.0.0.1:9/v26.0' },
  metricsToken: undefined,
  smsLocalGateway: true,
  intakeQuota: { hourly: { deliveries: 20_000, bytes: 67_108_864 }, storedBytes: 1_073_741_824 },
  secretKey: 'a key of the tests, long enough for all',
};

// A busy machine is neither an overload of the app nor a database that is away.
const onBusyMachine = { eventLoopDelayMs: Number.MAX_SAFE_INTEGER };
const connectionTimeoutMillis = 60_000;
const unhurried = { patience: 600_000, silentAfter: 600_000, connectPatience: 600_000 };

export const testPassword = 'brake-pads-9';
let testPasswordHash: Promise<string> | undefined;

export class TestApp {
  readonly clock: ReturnType<typeof createSettableClock>;
  readonly app: FastifyInstance;
  readonly hub: EventHub;
  readonly cache: ProcessCache;
  readonly pool: Pool;
  readonly exportPool: Pool;
  readonly db: Kysely<DB>;
  readonly databaseName: string;
  readonly metrics: Metrics;
  #people = 0;
  readonly #siblings: FastifyInstance[] = [];

  private constructor(
    app: FastifyInstance,
    hub: EventHub,
    cache: ProcessCache,
    database: { pool: Pool; db: Kysely<DB> },
    exportPool: Pool,
    databaseName: string,
    clock: TestApp['clock'],
    metrics: Metrics,
  ) {
    this.app = app;
    this.hub = hub;
    this.cache = cache;
    this.pool = database.pool;
    this.exportPool = exportPool;
    this.db = database.db;
    this.databaseName = databaseName;
    this.clock = clock;
    this.metrics = metrics;
  }

  static async open({
    isSetUp = true,
    registration = 'invited',
    publicUrl = testPublicUrl,
    log = pino({ level: 'silent' }),
    trustProxy = false,
    limits,
    webRoot = 'no-web-here',
    lockTimeoutMs = 10_000,
    smtpUrl,
    backupDir,
    metaGraphUrl = usualEnv.metaGraphUrl,
    metricsToken,
    intakeQuota = usualEnv.intakeQuota,
    slowStatementMs = Number.POSITIVE_INFINITY,
    database: existing,
  }: {
    isSetUp?: boolean;
    registration?: 'invited' | 'open';
    publicUrl?: string;
    log?: Logger;
    trustProxy?: Env['trustProxy'];
    limits?: Partial<RequestLimits>;
    webRoot?: string;
    lockTimeoutMs?: number;
    smtpUrl?: string;
    backupDir?: string;
    metaGraphUrl?: string;
    metricsToken?: string;
    intakeQuota?: Env['intakeQuota'];
    slowStatementMs?: number;
    database?: string;
  } = {}): Promise<TestApp> {
    const { server, template } = inject('database');
    const databaseName = existing ?? newDatabaseName('test');
    if (!existing) await runStatements(server, `create database ${databaseName} template ${template}`);
    const config = onDatabase(server, databaseName);
    const metrics = openMetrics();
    const logSlow = createSlowStatementLog(log, slowStatementMs);
    const limited = { ...config, max: 8, connectionTimeoutMillis, lock_timeout: lockTimeoutMs };
    const database = openDatabase(limited, true, (text, milliseconds) => {
      metrics.countStatement(milliseconds);
      logSlow(text, milliseconds);
    });
    const exportPool = openExportPool(config, maxExports);
    metrics.watchPool('calls', database.pool);
    metrics.watchPool('exports', exportPool);
    const hub = openEventHub(config, log);
    const cache = openProcessCache(hub);
    const clock = createSettableClock(testNoon);
    const app = await buildApp({
      db: database.db,
      cache,
      exportPool,
      clock,
      env: {
        ...{ ...usualEnv, publicUrl, trustProxy, registration, smtpUrl },
        ...{ backupDir, metaGraphUrl, metricsToken, intakeQuota },
      },
      hub,
      log,
      metrics,
      mailer: openTestMailer(usualEnv, smtpUrl),
      watch: watchDatabase(config, database.stallGuard, unhurried),
      webRoot,
      limits: { ...onBusyMachine, ...limits },
    });
    holdRepliesToTheirSchemas(app);
    await app.ready();
    const opened = new TestApp(app, hub, cache, database, exportPool, databaseName, clock, metrics);
    if (isSetUp) {
      await createDealer(opened.context, {
        name: 'Test Motors',
        logo: null,
        timeZone: 'Asia/Dhaka',
        phoneCountry: 'BD',
      });
    }
    return opened;
  }

  async openSibling(): Promise<{ server: FastifyInstance; context: TestApp['context'] }> {
    const config = onDatabase(inject('database').server, this.databaseName);
    const { pool, db, stallGuard: silence } = openDatabase({ ...config, max: 4, connectionTimeoutMillis });
    const log = pino({ level: 'silent' });
    const hub = openEventHub(config, log);
    const metrics = openMetrics();
    const exportPool = openExportPool(config, maxExports);
    const context = { db, clock: this.clock, cache: openProcessCache(hub) };
    const server = await buildApp({
      ...context,
      exportPool,
      env: usualEnv,
      hub,
      log,
      metrics,
      mailer: openTestMailer(usualEnv, undefined),
      watch: watchDatabase(config, silence, unhurried),
      webRoot: 'no-web-here',
      limits: onBusyMachine,
    });
    server.addHook('onClose', async () => {
      metrics.close();
      await hub.close();
      await pool.end();
      await exportPool.end();
    });
    this.#siblings.push(server);
    return { server, context };
  }

  get context() {
    return { db: this.db, clock: this.clock, cache: this.cache };
  }

  async call<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<Received<E>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String((sent.params as Record<string, unknown> | undefined)?.[name])),
    );
    return this.send<E>({
      method: endpoint.method,
      url: `${endpoint.base ?? basePath}${path}`,
      query: sent.query as Record<string, string>,
      headers: { ...(sent.token && { authorization: `Bearer ${sent.token}` }), ...sent.headers },
      ...(sent.body !== undefined && { payload: sent.body as object }),
    });
  }

  async send<E extends Endpoint>(request: InjectOptions): Promise<Received<E>> {
    const response = await this.app.inject(request);
    const isJson = String(response.headers['content-type']).includes('json');
    const body = isJson && response.payload ? response.json() : undefined;
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      data: body,
      error: body?.error,
    };
  }

  async signIn(level: Level, serviceCenterIds: string[] = []) {
    const email = `${level.toLowerCase()}${++this.#people}@test.example`;
    const name = `${level} ${this.#people}`;
    testPasswordHash ??= hashPassword({}, testPassword);
    const passwordHash = await testPasswordHash;
    const id = await addEmployee(this.context, {
      name,
      email,
      passwordHash,
      level,
      serviceCenters: serviceCenterIds,
    });
    if (!id) throw new Error(`${email} has an account`);
    return { id, name, email, token: await openSession(this.context, id, null) };
  }

  async close(): Promise<void> {
    for (const sibling of this.#siblings) await sibling.close();
    const closed = this.app.close();
    // Otherwise unused connections are waited for.
    this.app.server.closeAllConnections();
    await closed;
    this.metrics.close();
    await this.hub.close();
    await this.pool.end();
    await this.exportPool.end();
    await runStatements(inject('database').server, `drop database ${this.databaseName}`);
  }
}

function holdRepliesToTheirSchemas(app: FastifyInstance): void {
  app.addHook('onSend', async ({ routeOptions }, reply, payload) => {
    const { endpoint } = routeOptions.config;
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!endpoint?.reply || reply.statusCode !== (endpoint.status ?? 200) || !isWhole) return;
    const sent = JSON.parse(payload.toString());
    expect(endpoint.reply.parse(sent)).toEqual(sent);
  });
}
