import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { RawBuilder } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { AllowedCallers, Endpoint } from '#contract/call/endpoint.ts';
import { findSessionById } from '#server/auth/sessions/sessions.service.ts';
import type { ActorContext, Context, RequestSession } from '#server/context.ts';
import { isReplicaAtFault, type Replica } from '#server/db/replica/replica.ts';
import { replicaExports } from '#server/http/replica-calls.ts';
import type { CsvLines } from '#server/lib/csv/csv-lines.ts';
import { forbidden, Refusal, secondFactorRequired } from '#server/lib/refusal.ts';
import { openSnapshot, type Snapshot } from './snapshot.db.ts';

/** Limits how many exports run at once in a process. */
export const maxExports = 3;

const mostEach = 2;
const longestWait = 2_000;

const batchBytes = 1024 * 1024;
const batchMs = 1_000;

/** The reader of an export, and the database at one moment. */
export type ExportContext = Omit<ActorContext, 'db' | 'cache'> &
  Pick<Snapshot, 'find'> & {
    /**
     * Rows as CSV lines, read as fast as taken; one query at a time.
     *
     * @throws Refusal when the session ended, its level may no longer export or a second factor is required first.
     */
    copy: (query: RawBuilder<unknown>, lines: CsvLines) => AsyncGenerator<Buffer>;
    release: () => void;
  };

/** A file that is made while it is read. */
export type ExportFile = { fileName: string; content: Readable };

/** Runs exports, a few at a time. */
export type Exports = {
  /**
   * @param endpoint says who may export; checked again while the export runs.
   * @throws Refusal 503 when no other export ends soon.
   */
  start(
    session: RequestSession | null,
    endpoint: Endpoint,
    make: (context: ExportContext) => Promise<ExportFile>,
  ): Promise<ExportFile>;
};

/** Makes what runs exports. @param exportPool {@link maxExports} connections of its own. @param replica read instead where it may be. */
export function openExports(context: Context, exportPool: Pool, replica?: Replica): Exports {
  const running: string[] = [];
  const waiting: (() => void)[] = [];

  async function start(...[session, endpoint, make]: Parameters<Exports['start']>): Promise<ExportFile> {
    if (!session) throw new Refusal('unauthorized', 'Log in to continue');
    const leave = await enter(session.actor._id);
    const begin = async (client: PoolClient): Promise<ExportFile> => {
      const snapshot = await openSnapshot(client);
      const release = () => {
        snapshot.release();
        leave();
      };
      const copy: ExportContext['copy'] = (query, lines) =>
        inBatches(snapshot.copy(query, lines), () => check(session, endpoint.who));
      try {
        const { actor, dealer } = session;
        const file = await make({ actor, dealer, clock: context.clock, find: snapshot.find, copy, release });
        finished(file.content).then(release, release);
        return file;
      } catch (error) {
        snapshot.release();
        throw error;
      }
    };
    try {
      const client = replicaExports.has(endpoint) ? await replica?.connect(context.db) : undefined;
      return (client && (await begin(client).catch(passOver))) ?? (await begin(await exportPool.connect()));
    } catch (error) {
      leave();
      throw error;
    }
  }

  async function enter(person: string): Promise<() => void> {
    const giveUp = performance.now() + longestWait;
    while (running.length >= maxExports || running.filter((each) => each === person).length >= mostEach) {
      if (performance.now() >= giveUp) {
        throw new Refusal('unavailable', 'Other exports are running, try again shortly', { retryAfter: 30 });
      }
      await nextToLeave(giveUp - performance.now());
    }
    running.push(person);
    let isGone = false;
    return () => {
      if (isGone) return;
      isGone = true;
      running.splice(running.indexOf(person), 1);
      for (const wake of waiting.splice(0)) wake();
    };
  }

  function nextToLeave(patience: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience);
      waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async function check({ sessionId }: RequestSession, levels: AllowedCallers): Promise<void> {
    const session = await findSessionById(context, sessionId);
    if (!session) throw new Refusal('unauthorized', 'Log in to continue');
    if (levels !== 'public' && !levels.includes(session.actor.level)) throw forbidden();
    if (session.actor.needsSecondFactor) throw secondFactorRequired();
  }

  return { start };
}

function passOver(error: unknown): undefined {
  if (!isReplicaAtFault(error)) throw error;
}

async function* inBatches(pieces: Readable, check: () => Promise<void>): AsyncGenerator<Buffer> {
  let left = 0;
  let checkedAt = 0;
  for await (const piece of pieces) {
    if (left <= 0 || performance.now() - checkedAt >= batchMs) {
      await check();
      left = batchBytes;
      checkedAt = performance.now();
    }
    left -= piece.length;
    yield piece;
  }
}
