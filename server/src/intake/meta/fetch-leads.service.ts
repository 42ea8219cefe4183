import type { Logger } from 'pino';
import type { MetaCredentials, MetaFetchFailure } from '#contract/intake/meta.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findConnections } from '#server/intake/connections.db.ts';
import { type KeyedWorkers, openKeyedWorkers } from '#server/intake/keyed-workers.ts';
import type { IntakeWorker } from '#server/intake/work-deliveries.service.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { getRetryPauseMs } from '#server/lib/pause-after.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import type { Graph } from './graph.ts';
import { GraphError } from './graph-call.ts';
import {
  areLeadsToFetch,
  type ClaimedMetaLead,
  claimNextLead,
  claimTokenToCheck,
  findConnectionIdsToFetch,
  pauseConnection,
  saveFetchFailure,
  saveTokenEnd,
  storeFetchedLead,
} from './meta.db.ts';
import { unsealMetaCredentials } from './meta-keys.service.ts';
import { addFetchedLead, readNotifiedIds } from './meta-texts.ts';
import { openPageKeys } from './pages.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const mostLanes = 4;
const leaseMs = minute;
const sweepEvery = 5 * second;
const leadPause = { first: 5 * second, longest: hour };
/** How long a connection asks Meta nothing after a failure, in milliseconds; others pause a single lead. */
export const connectionPauses: Partial<Record<MetaFetchFailure, { first: number; longest: number }>> = {
  limit: { first: minute, longest: hour },
  tokenEnded: { first: 5 * minute, longest: hour },
  unreachable: { first: 5 * second, longest: 5 * minute },
};
const getTokenCheckDue = (now: Date) => new Date(now.getTime() - day);
const formNames = { most: 500, keptMs: hour };

/**
 * Fetches the leads that Meta has named, as they come, each connection apart from the others. `look` wakes all that have some due;
 * `askForEnds` asks when their tokens end.
 */
export type LeadFetcher = Omit<KeyedWorkers, 'stopping'> & {
  look: () => Promise<void>;
  askForEnds: () => Promise<void>;
};

type Parts = { sealing: Sealing; graph: Graph; intake: Pick<IntakeWorker, 'wake'> };

/**
 * Opens what fetches leads from Meta; nothing is fetched before it is woken. No transaction or lock is held while Meta is asked; a
 * lead that a process leaves behind is due again after a minute.
 */
export function openLeadFetcher(
  context: Context,
  { sealing, graph, intake }: Parts,
  log: Pick<Logger, 'warn'>,
): LeadFetcher {
  const { db, clock } = context;
  const keysOfPage = openPageKeys(graph, () => clock.now().getTime());
  const names = new Map<string, { name: string | null; until: number }>();
  const { wake, idle, stop, stopping } = openKeyedWorkers(
    {
      most: mostLanes,
      claim: (connection) => {
        const now = clock.now();
        return claimNextLead(db, connection, now, new Date(now.getTime() + leaseMs));
      },
      work: fetchOne,
      failed: 'leads wait: they could not be fetched or stored',
    },
    log,
  );

  async function fetchOne(connection: string, named: ClaimedMetaLead): Promise<void> {
    try {
      const body = await withAnswers(connection, named.body);
      await inTransaction(context, ({ db }) =>
        storeFetchedLead(db, connection, { id: named.id, body, at: clock.now() }),
      );
      intake.wake();
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      if (stopping.aborted) return;
      await fail(connection, named, error.failure);
    }
  }

  async function withAnswers(connection: string, named: Buffer): Promise<Buffer> {
    const [found] = await findConnections(db, [connection]);
    const own = found && unsealMetaCredentials(sealing, found);
    const { lead: id, page } = readNotifiedIds(named);
    if (!own || !id) throw new GraphError('refused');
    const keys = await keysOfPage(own, page, stopping);
    const { text, form } = await graph.readLead(id, keys, stopping);
    return addFetchedLead(named, text, form ? await nameOfForm(connection, form, keys) : null);
  }

  async function nameOfForm(connection: string, form: string, keys: MetaCredentials): Promise<string | null> {
    const key = `${connection} ${form}`;
    const known = names.get(key);
    const now = clock.now().getTime();
    if (known && known.until > now) return known.name;
    const name = await graph.readFormName(form, keys, stopping);
    if (names.size >= formNames.most) names.clear();
    names.set(key, { name, until: now + formNames.keptMs });
    return name;
  }

  async function fail(
    connection: string,
    { id, attempts, until }: ClaimedMetaLead,
    reason: MetaFetchFailure,
  ): Promise<void> {
    const now = clock.now();
    const tryAt = new Date(now.getTime() + getRetryPauseMs(attempts, leadPause));
    await saveFetchFailure(db, { id, until, reason, tryAt });
    const rest = connectionPauses[reason];
    if (rest) await pauseConnection(db, connection, now, { ...rest, hasTokenEnded: reason === 'tokenEnded' });
  }

  async function askForEnds(): Promise<void> {
    const asked = clock.now();
    const id = await claimTokenToCheck(db, getTokenCheckDue(asked), asked);
    const [connection] = id ? await findConnections(db, [id]) : [];
    const keys = connection && unsealMetaCredentials(sealing, connection);
    if (!id || !keys) return;
    try {
      const endsAt = await graph.readTokenEnd(keys, stopping);
      await saveTokenEnd(db, id, { asked, endsAt, endedAt: null });
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      const endedAt = error.failure === 'tokenEnded' ? asked : null;
      await saveTokenEnd(db, id, { asked, endsAt: null, endedAt });
    }
  }

  return {
    wake,
    idle,
    stop,
    askForEnds,
    look: async () => (await findConnectionIdsToFetch(db, clock.now())).forEach(wake),
  };
}

/** Makes the job that fetches leads that failed or were left behind, and asks when tokens end. */
export function fetchLeadsJob(context: Context, fetching: LeadFetcher): JobKind {
  return recurringJob(context, {
    name: 'fetchLeads',
    every: sweepEvery,
    hasWork: (now) => areLeadsToFetch(now, getTokenCheckDue(now)),
    run: async () => {
      await fetching.look();
      await fetching.askForEnds();
    },
  });
}
