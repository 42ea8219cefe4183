import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolConfig } from 'pg';
import { pino } from 'pino';
import { basePath } from '#contract/call/endpoint.ts';
import { hashPassword } from '#server/auth/passwords.service.ts';
import type { Context } from '#server/context.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import { hasLeads } from '#server/dealer/dealer.db.ts';
import { createDealer as nameDealer } from '#server/dealer/dealer.service.ts';
import { addEmployee } from '#server/employees/employees.service.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { openSealing } from '#server/lib/sealing.ts';
import { freePort } from '#server/testing/free-port.ts';
import { fillWithLeads } from '#server/testing/many-leads.ts';
import { Program } from '#server/testing/program.ts';
import { Connection } from './connection.ts';
import { readReply } from './load.ts';
import { fillWithMessages } from './made-messages.ts';

/** The account by which the benchmark logs in. */
export const person = { email: 'bench@pitlane.test', password: 'brake-pads-9' };

/** The connection by which the benchmark sends enquiries. */
export const sender = {
  connection: '0198b3c0-0000-7000-8000-00000000be9c',
  secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
};

const secretKey = 'the key of a bench, which keeps no secret';

/** A running server, and the session to call it with. */
export type Server = { port: number; token?: string; pid: number };

/** A dealer that is measured: its database, Pitlane, and a bare route to compare with. */
export type BenchDealer = Pick<Database, 'pool' | 'db'> & {
  pitlane: Server;
  bare: Server;
  close: () => Promise<void>;
};

/**
 * Makes a dealer with so many leads, and starts Pitlane and the bare route on it; the caller closes it.
 *
 * @param folder of a database that an earlier run left, which is used and stays.
 */
export async function openBenchDealer(
  leads: number,
  folder?: string,
  env: Record<string, string> = {},
): Promise<BenchDealer> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'pitlane-bench-')));
  const log = pino({ level: 'warn' });
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log });
  const { pool, db } = openDatabase({ ...connection, max: 2 });
  const close = async () => {
    await Program.endAll();
    await pool.end();
    await stop();
    if (!folder) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await makeDealer({ pool, db }, leads);
    // A kept database remembers the log-ins.
    await pool.query('delete from throttles');
    const pitlane = await startPitlane(connection, dataDir, env);
    const bare = await startBareRoute(connection);
    return { pool, db, pitlane, bare, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Migrates a database and fills it with so many leads, unless it has some. */
export async function makeDealer({ pool, db }: Pick<Database, 'pool' | 'db'>, leads: number): Promise<void> {
  await migrate(pool);
  const context = { db, clock: systemClock, cache: openProcessCache() };
  if (!(await hasLeads(context.db))) await fill(pool, context, leads);
  // Every booking asks how many there are, and none is refused.
  await pool.query(
    `insert into booking_rules (service_center_id, week)
     select id, $1 from service_centers on conflict do nothing`,
    [JSON.stringify(Array.from({ length: 7 }, () => ({ perDay: 500, perHour: 100 })))],
  );
  await pool.query(
    `with account as (insert into employees (id, name, email, password_hash, level, created_at, updated_at, is_connection)
       values ($1, 'Bench site', 'bench site', '', 'unassigned', now(), now(), true) on conflict do nothing returning id)
     insert into connections (id, platform, secret, service_center_id, created_at, updated_at, last_modified_by)
     select account.id, 'website', $2, center.id, now(), now(), account.id
     from account, (select id from service_centers order by id limit 1) center`,
    [sender.connection, openSealing(secretKey).seal(sender.secret, sender.connection)],
  );
  await fillWithMessages(pool, sender.connection);
}

async function fill(pool: Pool, context: Context, leads: number): Promise<void> {
  await nameDealer(context, {
    name: 'Bench Motors',
    logo: null,
    timeZone: 'Asia/Dhaka',
    phoneCountry: 'BD',
  });
  const passwordHash = await hashPassword({}, person.password);
  const id = await addEmployee(context, {
    name: 'Nadia Karim',
    email: person.email,
    passwordHash,
    level: 'superAdmin',
    serviceCenters: [],
  });
  const recorder = await addEmployee(context, {
    name: 'Rahim Uddin',
    email: 'manager@bench.example',
    passwordHash,
    level: 'manager',
    serviceCenters: [],
  });
  if (!id || !recorder) throw new Error('The employees are there already');
  await fillWithLeads(pool, recorder, leads, systemClock.now());
}

/** Starts Pitlane on a database, waits until it is ready, and logs in. */
export async function startPitlane(
  connection: PoolConfig,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort();
  const { user, password, host, port: dbPort, database } = connection;
  const DATABASE_URL = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(`${host}`)}&port=${dbPort}`;
  const program = new Program(['server/src/main.ts'], {
    env: {
      PORT: String(port),
      DATA_DIR: join(dataDir, 'pitlane'),
      DATABASE_URL,
      SECRET_KEY: secretKey,
      ...fromEnvironment(),
      ...env,
    },
  });
  await program.printed(/Pitlane is ready/);
  return { port, pid: program.pid, token: await logIn(port) };
}

async function logIn(port: number): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const visitor = new Connection(port);
    const path = `${basePath}/public/auth/login`;
    const answer = await visitor.ask({ method: 'POST', path, body: person });
    visitor.close();
    if (answer.status === 200) return String(readReply(answer).token);
    await wait(500);
  }
  throw new Error('The bench cannot log in');
}

async function startBareRoute(connection: PoolConfig): Promise<Server> {
  const port = await freePort();
  const program = new Program(['bench/bare-route.ts', String(port), JSON.stringify(connection)]);
  await program.printed(/ready/);
  return { port, pid: program.pid };
}

function fromEnvironment(): Record<string, string> {
  const settings = /^(DATABASE_PREPARE|NODE_OPTIONS|NODE_COMPILE_CACHE|MALLOC_.*)$/;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value && settings.test(name) ? [[name, value]] : [],
    ),
  );
}
