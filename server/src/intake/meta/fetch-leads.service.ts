import type { Logger } from 'pino';
import type { FetchFailure, MetaKeys } from '#contract/intake/meta.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findConnections } from '#server/intake/connections.db.ts';
import type { Intake } from '#server/intake/work-deliveries.service.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { errorCode } from '#server/lib/errors.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { type Graph, GraphError } from './graph.ts';
import {
  claimNext,
  claimTokenToAsk,
  failFetch,
  findToFetch,
  keepFetched,
  type NamedLead,
  restConnection,
  saveTokenEnd,
} from './meta.db.ts';
import { unsealKeys } from './meta-keys.service.ts';
import { formIdIn, leadIdIn, withLead } from './meta-texts.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Leads of a connection that a process fetches at a time. */
const lanes = 4;
/** Longer than all that fetching one asks. */
const leaseMs = minute;
const sweepEvery = 5 * second;
/** Until a lead that could not be fetched is tried again. */
const leadPause = { first: 5 * second, longest: hour };
/** Until a connection fetches again. The others concern only one lead. */
export const connectionPauses: Partial<Record<FetchFailure, { first: number; longest: number }>> = {
  limit: { first: minute, longest: hour },
  tokenEnded: { first: 5 * minute, longest: hour },
  unreachable: { first: 5 * second, longest: 5 * minute },
};
const formNames = { most: 500, keptMs: hour };

/** Fetches what Meta has named, as it comes, each connection apart from the others. */
export type Fetching = {
  /** Does not wait. */
  wake: (connection: string) => void;
  /** Wakes all that have something due. */
  look: () => Promise<void>;
  /** Asks Meta, once a day for each connection, when its token ends. */
  askForEnds: () => Promise<void>;
  /** Once what is under way has ended. */
  idle: () => Promise<void>;
  /** Begins nothing more, and ends what is under way. */
  stop: () => Promise<void>;
};

type Parts = { sealing: Sealing; graph: Graph; intake: Pick<Intake, 'wake'> };

/** No transaction or lock is held while Meta is asked; a lead that a process leaves behind is due again after a minute. */
export function openFetching(
  context: Context,
  { sealing, graph, intake }: Parts,
  log: Pick<Logger, 'warn'>,
): Fetching {
  const { db, clock } = context;
  const running = new Map<string, Set<Promise<void>>>();
  const news = new Set<string>();
  const names = new Map<string, { name: string | null; until: number }>();
  const stopping = new AbortController();

  function openLane(connection: string): void {
    const open = running.get(connection) ?? new Set();
    running.set(connection, open);
    if (open.size >= lanes || stopping.signal.aborted) return;
    const lane = fetchAll(connection)
      .catch((error: unknown) => {
        const reason = errorCode(error) || 'unknown';
        log.warn({ reason }, 'leads wait: they could not be fetched or stored');
      })
      .finally(() => open.delete(lane));
    open.add(lane);
  }

  async function fetchAll(connection: string): Promise<void> {
    do {
      news.delete(connection);
      while (!stopping.signal.aborted) {
        const now = clock.now();
        const named = await claimNext(db, connection, now, new Date(now.getTime() + leaseMs));
        if (!named) break;
        openLane(connection);
        await fetchOne(connection, named);
      }
    } while (news.has(connection) && !stopping.signal.aborted);
  }

  async function fetchOne(connection: string, named: NamedLead): Promise<void> {
    try {
      const body = await withAnswers(connection, named.body);
      await inTransaction(context, ({ db }) =>
        keepFetched(db, connection, { id: named.id, body, at: clock.now() }),
      );
      intake.wake();
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      if (stopping.signal.aborted) return;
      await fail(connection, named, error.failure);
    }
  }

  async function withAnswers(connection: string, named: Buffer): Promise<Buffer> {
    const [found] = await findConnections(db, [connection]);
    const keys = found && unsealKeys(sealing, found);
    const id = leadIdIn(named);
    if (!keys || !id) throw new GraphError('refused');
    const lead = await graph.readLead(id, keys, stopping.signal);
    const form = formIdIn(lead);
    return withLead(named, lead, form ? await nameOfForm(connection, form, keys) : null);
  }

  async function nameOfForm(connection: string, form: string, keys: MetaKeys): Promise<string | null> {
    const key = `${connection} ${form}`;
    const known = names.get(key);
    const now = clock.now().getTime();
    if (known && known.until > now) return known.name;
    const name = await graph.readFormName(form, keys, stopping.signal);
    if (names.size >= formNames.most) names.clear();
    names.set(key, { name, until: now + formNames.keptMs });
    return name;
  }

  async function fail(connection: string, { id, attempts }: NamedLead, reason: FetchFailure): Promise<void> {
    const now = clock.now();
    const pause = Math.min(leadPause.longest, leadPause.first * 2 ** Math.min(attempts, 20));
    await failFetch(db, { id, reason, tryAt: new Date(now.getTime() + pause) });
    const rest = connectionPauses[reason];
    if (rest) await restConnection(db, connection, now, { ...rest, hasTokenEnded: reason === 'tokenEnded' });
  }

  async function askForEnds(): Promise<void> {
    const asked = clock.now();
    const id = await claimTokenToAsk(db, new Date(asked.getTime() - day), asked);
    const [connection] = id ? await findConnections(db, [id]) : [];
    const keys = connection && unsealKeys(sealing, connection);
    if (!id || !keys) return;
    try {
      const endsAt = await graph.readTokenEnd(keys, stopping.signal);
      await saveTokenEnd(db, id, { asked, endsAt, endedAt: null });
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      const endedAt = error.failure === 'tokenEnded' ? asked : null;
      await saveTokenEnd(db, id, { asked, endsAt: null, endedAt });
    }
  }

  function wake(connection: string): void {
    news.add(connection);
    openLane(connection);
  }

  async function idle(): Promise<void> {
    const open = [...running.values()].flatMap((lanes) => [...lanes]);
    if (open.length === 0) return;
    await Promise.all(open);
    // A lane opens others.
    await idle();
  }

  return {
    wake,
    askForEnds,
    idle,
    look: async () => (await findToFetch(db, clock.now())).forEach(wake),
    stop: async () => {
      stopping.abort();
      await idle();
    },
  };
}

/** What failed, and what a process left behind when it ended. */
export function fetchJob(context: Context, fetching: Fetching): JobKind {
  return recurringJob(context, {
    name: 'fetchLeads',
    every: sweepEvery,
    run: async () => {
      await fetching.look();
      await fetching.askForEnds();
    },
  });
}
