import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { levels } from '#contract/levels.ts';
import { buildApp } from '#server/app.ts';
import { accountEmailWriters } from '#server/auth/auth-letters.service.ts';
import { backupJob } from '#server/backups/backup-job.service.ts';
import { bulkJob } from '#server/bulk/run-bulk.service.ts';
import type { Context } from '#server/context.ts';
import { checkTemplatesJob } from '#server/customer-messages/check-templates.service.ts';
import { handleCustomerAnswers } from '#server/customer-messages/handle-answers.service.ts';
import { planMessagesJob } from '#server/customer-messages/plan-messages.service.ts';
import { sendCustomerMessagesJob } from '#server/customer-messages/send-messages.service.ts';
import { reassignLeadsJob } from '#server/customers/merge/reassign-leads.service.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { watchDatabase } from '#server/db/ping.ts';
import { createSlowStatementLog, type OnStatement, openDatabase, openExportPool } from '#server/db/pool.ts';
import { openReplica, type Replica } from '#server/db/replica/replica.ts';
import type { Db } from '#server/db/transaction.ts';
import { duplicatesJob, processDuplicateChecks } from '#server/duplicates/find-duplicates.service.ts';
import { type Env, listSettingWarnings } from '#server/env.ts';
import { openEventHub } from '#server/events/event-hub.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import { maxExports } from '#server/exports/exports.service.ts';
import { importJobs } from '#server/imports/import-job.service.ts';
import { finishMailedAnswer, writeAnswer } from '#server/intake/answers.service.ts';
import { intakeJob } from '#server/intake/intake-job.service.ts';
import { fetchLeadsJob } from '#server/intake/meta/fetch-leads.service.ts';
import { fetchPicturesJob } from '#server/intake/whatsapp/fetch-pictures.service.ts';
import { sendMessagesJob } from '#server/intake/whatsapp/sending.service.ts';
import { startJobs } from '#server/jobs/job-runner.service.ts';
import { queueRecurring } from '#server/jobs/jobs.service.ts';
import { customerLeads } from '#server/leads/bulk/customer-leads.service.ts';
import { freeLeadsJob } from '#server/leads/bulk/release-leads.service.ts';
import { responseDueJob } from '#server/leads/record/response-job.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { getErrorCode, StartError } from '#server/lib/errors.ts';
import { readSecretKey } from '#server/lib/sealing.ts';
import { clearTemporaryFolders } from '#server/lib/temporary-folder.ts';
import { mailJob, openMailer } from '#server/mail/mail-job.service.ts';
import { erasureJob, getErasureListPath, repeatErasures } from '#server/privacy/erasure-job.service.ts';
import { demoPassword, loadDemoDealer } from '#server/sample/sample-dealer.service.ts';
import { createSetUpLink } from '#server/setup/setup.service.ts';
import { type Metrics, openMetrics } from '#server/system/metrics.ts';
import { checkAddressesAndFolders } from './check-settings.ts';
import { connectToDatabase, type DatabaseConnection } from './reach-database.ts';
import { collectWhenIdle } from './small-heap.ts';
import { upgradeDatabase } from './upgrade-database.ts';
import { upgradePostgres } from './upgrade-postgres.ts';
import { upkeepJob } from './upkeep.ts';

const WEB_ROOT = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const LAST_REQUESTS_MS = 5_000;
const loadingLine = 'Loading the sample dealer: 2,700 leads with their histories';

interface StartOptions {
  env: Env;
  log: Logger;
  say: (line: string) => void;
  isDemo: boolean;
  signal: AbortSignal;
}

/** A running Pitlane; `stop` ends it in order. */
export interface Pitlane {
  stop(): Promise<void>;
}

/** A new database is busy with itself for a minute, as are the jobs that find it: what is slow then says nothing about the machine. */
const firstRestMs = 60_000;

/**
 * Starts everything, from checks of the settings to the listening server. If a part fails, or `signal` aborts, it stops what had
 * started and rejects.
 */
export async function startPitlane({ env, log, say, isDemo, signal }: StartOptions): Promise<Pitlane> {
  const undo: (() => Promise<unknown>)[] = [];
  let callOff = () => {};
  let isCreated = false;
  try {
    for (const warning of listSettingWarnings(env)) log.warn(warning);
    await clearTemporaryFolders();
    await checkAddressesAndFolders(isDemo ? { ...env, backupDir: undefined, databaseUrl: undefined } : env);
    const { connection, direct, prepare } = await connect();
    const metrics = openMetrics();
    undo.push(async () => metrics.close());
    const logSlow = createSlowStatementLog(log, env.slowStatementMs);
    let slowFrom = isCreated ? Number.POSITIVE_INFINITY : 0;
    const logStatement: OnStatement = (text, milliseconds) => {
      metrics.countStatement(milliseconds);
      if (performance.now() >= slowFrom) logSlow(text, milliseconds);
    };
    const { pool, db, stallGuard: silence } = openDatabase(connection, prepare, logStatement);
    undo.push(() => pool.end());
    const exportPool = openExportPool(connection, maxExports);
    undo.push(() => exportPool.end());
    metrics.watchPool('calls', pool);
    metrics.watchPool('exports', exportPool);
    const replica = readReplica(db, prepare, metrics, logStatement);
    const { pool: own } = openDatabase({ ...direct, max: 2 });
    // One line about the database is enough.
    const sayOfUpgrade = isCreated ? () => undefined : say;
    await upgradeDatabase(own, env, { say: sayOfUpgrade, signal }).finally(() => own.end());
    signal.throwIfAborted();
    const hub = openEventHub(direct, log);
    undo.push(() => hub.close());
    const context = { db, clock: systemClock, cache: openProcessCache(hub), mailFrom: env.mailFrom };
    if (isDemo) await loadDemo(context, say);
    signal.throwIfAborted();
    // Processes that share a database share no folder.
    const isAlone = isDemo || !env.databaseUrl;
    const secretKey = env.secretKey ?? (isAlone ? await readSecretKey(env.dataDir) : undefined);
    const limits = { eventLoopDelayMs: env.overloadMs };
    const app = await buildApp({
      ...context,
      exportPool,
      replica,
      // The demo keeps nothing.
      env: { ...env, secretKey, ...(isDemo && { databaseUrl: undefined, backupDir: undefined }) },
      hub,
      log,
      metrics,
      mailer: openMailer({ env, say }),
      watch: watchDatabase(connection, silence),
      webRoot: WEB_ROOT,
      limits,
    });
    undo.push(() => closeApp(app));
    await listen(app, env);
    const erasureList = getErasureListPath(isDemo ? { ...env, backupDir: undefined } : env);
    await repeatErasures(context, erasureList).catch((error) =>
      log.error({ reason: String(error) }, 'the list of erased customers could not be brought up to date'),
    );
    const kinds = [
      mailJob(
        { ...context, env, say },
        { ...accountEmailWriters, enquiryAnswer: writeAnswer },
        { enquiryAnswer: finishMailedAnswer },
      ),
      upkeepJob(context),
      freeLeadsJob(context),
      responseDueJob(context),
      bulkJob(context),
      intakeJob(context, app.intake, handleCustomerAnswers),
      fetchLeadsJob(context, app.fetching),
      duplicatesJob(context),
      sendMessagesJob(context, app.sending),
      planMessagesJob(context),
      sendCustomerMessagesJob(context, app.customerMessages),
      checkTemplatesJob(context, app.customerMessages),
      fetchPicturesJob(context, app.pictures),
      erasureJob(context, erasureList),
      ...importJobs(context),
      reassignLeadsJob(context, customerLeads),
    ];
    const { backupDir } = env;
    if (backupDir && !isDemo) kinds.push(backupJob(context, log, { ...env, backupDir }));
    await queueRecurring(context, kinds);
    const jobs = startJobs(context, log, kinds);
    undo.push(() => jobs.stop());
    const idle = collectWhenIdle();
    undo.push(async () => idle.stop());
    const link = await createSetUpLink(context, env.publicUrl);
    // From here on nothing can fail the start: a ready Pitlane outlives its database.
    if (isCreated) slowFrom = performance.now() + firstRestMs;
    say(`Pitlane is ready at ${env.publicUrl}`);
    if (isDemo) sayAccounts(say);
    if (link) say(`Set it up here, once: ${link}`);
    signal.removeEventListener('abort', callOff);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }

  // The demo's data are deleted at each start: never use a database that somebody named.
  async function connect(): Promise<DatabaseConnection> {
    const { databaseUrl } = env;
    if (databaseUrl && !isDemo) return connectToDatabase({ ...env, databaseUrl }, log);
    if (!isDemo) await upgradePostgres(env, { log, say, signal });
    const embedded = await startEmbeddedPostgres({
      dataDir: env.dataDir,
      isThrowaway: isDemo,
      log,
      signal,
      onCreate() {
        isCreated = true;
        if (!isDemo) say(`Making the database in ${env.dataDir}`);
      },
    });
    undo.push(() => embedded.stop());
    callOff = () => void embedded.stop();
    signal.addEventListener('abort', callOff, { once: true });
    const { connection } = embedded;
    return { connection, direct: connection, prepare: env.databasePrepare !== 'off' };
  }

  function readReplica(leader: Db, prepare: boolean, metrics: Metrics, onStatement: OnStatement) {
    const { databaseUrl, databaseReplicaUrl } = env;
    if (!databaseUrl || !databaseReplicaUrl || isDemo) return undefined;
    const onRead = metrics.countReplicaRead;
    const replica: Replica = openReplica(
      { connectionString: databaseReplicaUrl },
      { leader, log, prepare, exports: maxExports, onStatement, onRead },
    );
    undo.push(() => replica.close());
    const [calls, exports] = replica.pools;
    metrics.watchPool('replica', calls);
    metrics.watchPool('replica exports', exports);
    return replica;
  }

  async function stop(): Promise<void> {
    for (const step of undo.splice(0).reverse()) {
      await step().catch((error) =>
        log.error({ reason: String(error) }, 'a part of Pitlane did not stop in order'),
      );
    }
  }
}

async function listen(app: FastifyInstance, { host, port }: Env): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is in use by another program: end that one, or set PORT to a free port.`,
      );
    }
    if (code === 'EACCES') {
      throw new StartError(`Port ${port} is not allowed to this user: set PORT to one above 1023.`);
    }
    throw error;
  }
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const forcedEnd = setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS);
  await app.close();
  clearTimeout(forcedEnd);
}

async function loadDemo(context: Context, say: (line: string) => void): Promise<void> {
  const isTerminal = process.stdout.isTTY === true;
  if (!isTerminal) say(loadingLine);
  await loadDemoDealer(context, (done) => {
    if (isTerminal) process.stdout.write(`\r${loadingLine}, ${Math.floor(done * 100)} %`);
  });
  if (isTerminal) say('');
  // Its likely pairs are there when it opens; none comes in later and moves the list.
  await processDuplicateChecks(context);
}

function sayAccounts(say: (line: string) => void): void {
  const [first, ...others] = levels.map((level) => `${level.toLowerCase()}@`);
  say(`Log in as ${first}pitlane.test (or ${others.join(', ')}) with the password ${demoPassword}`);
}
