import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Who } from '#contract/call/endpoint.ts';
import { findSessionById } from '#server/auth/sessions/sessions.service.ts';
import type { ActorContext, Context, RequestSession } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/refusal.ts';
import { openSnapshot } from './snapshot.db.ts';

/** Exports at once, each on a connection of its own. */
export const mostExports = 3;

/** One person leaves room for others. */
const mostEach = 2;
const longestWait = 2_000;

/** What an export is made with; `db` is the database at one moment. */
export type ExportContext = ActorContext & {
  /** To be called before each batch. @throws Refusal when the session ended or its level may no longer export. */
  checkReader: () => Promise<void>;
  /** Gives the connection back once all is read; the end of the file does so at the latest. */
  release: () => void;
};

/** A file that is made while it is read. */
export type ExportFile = { fileName: string; content: Readable };

/** Runs exports, a few at a time, beside everything else. */
export type Exports = {
  /**
   * @param levels who may export, asked again while the export runs.
   * @throws Refusal 503 when the others that run do not end soon.
   */
  start(
    session: RequestSession | null,
    levels: Who,
    make: (context: ExportContext) => Promise<ExportFile>,
  ): Promise<ExportFile>;
};

/** @param exportDb a pool of {@link mostExports} connections that nothing else uses. */
export function openExports(context: Context, exportDb: Db): Exports {
  const running: string[] = [];
  const waiting: (() => void)[] = [];

  async function start(...[session, levels, make]: Parameters<Exports['start']>): Promise<ExportFile> {
    if (!session) throw new Refusal('unauthorized', 'Log in to continue');
    const leave = await enter(session.actor._id);
    const snapshot = await openSnapshot(exportDb).catch((error: unknown) => {
      leave();
      throw error;
    });
    const release = () => {
      snapshot.release();
      leave();
    };
    const checkReader = () => check(session, levels);
    try {
      const file = await make({ ...context, ...session, db: snapshot.db, checkReader, release });
      finished(file.content).then(release, release);
      return file;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Waits for room. @returns what leaves it to the next one. */
  async function enter(person: string): Promise<() => void> {
    const giveUp = Date.now() + longestWait;
    while (running.length >= mostExports || running.filter((each) => each === person).length >= mostEach) {
      if (Date.now() >= giveUp) {
        throw new Refusal('unavailable', 'Other exports are running, try again shortly', { retryAfter: 30 });
      }
      await nextToLeave(giveUp - Date.now());
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

  async function check({ sessionId }: RequestSession, levels: Who): Promise<void> {
    const session = await findSessionById(context, sessionId);
    if (!session) throw new Refusal('unauthorized', 'Log in to continue');
    if (levels !== 'public' && !levels.includes(session.actor.level)) {
      throw new Refusal('forbidden', 'You may not do this');
    }
  }

  return { start };
}
