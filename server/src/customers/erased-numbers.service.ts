import { createHash } from 'node:crypto';
import type { Context } from '#server/context.ts';
import {
  deleteErasedBefore,
  findErased,
  hasErasedBefore,
  insertErased,
  lockErasures,
  lockErasuresOut,
} from './erased-numbers.db.ts';

type Inside = Pick<Context, 'db'>;

/**
 * Begins the transaction of an erasure: it waits for imports and enquiries under way, which may just be recording the person. Locks nothing
 * before, so that nobody waits in a circle.
 */
export function beginErasure({ db }: Inside): Promise<void> {
  return lockErasures(db);
}

/**
 * Begins a transaction that records what came before, such as a row of a file or an enquiry. Locks nothing before, so that nobody waits in a
 * circle.
 */
export function waitForErasures({ db }: Inside): Promise<void> {
  return lockErasuresOut(db);
}

/** Remembers phone numbers, or ids of WhatsApp, of somebody who is being erased. */
export function rememberErased(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  numbers: readonly string[],
): Promise<void> {
  return insertErased(db, numbers.map(hashOf), clock.now());
}

/** Finds out which numbers' customers were erased. @returns whether that was so at or after a moment, for what came then. */
export async function readErased(
  { db }: Inside,
  numbers: readonly string[],
): Promise<(number: string, since: Date) => boolean> {
  const found = numbers.length === 0 ? [] : await findErased(db, [...new Set(numbers)].map(hashOf));
  const moments = new Map(found.map(({ hash, erasedAt }) => [hash.toString('hex'), erasedAt]));
  return (number, since) => {
    const erasedAt = moments.get(hashOf(number).toString('hex'));
    return erasedAt !== undefined && erasedAt >= since;
  };
}

/** @param oldestWaiting asked only if a number was erased before `latest`. */
export async function forgetErased(
  { db }: Inside,
  latest: Date,
  oldestWaiting: () => Promise<Date | null>,
): Promise<void> {
  if (!(await hasErasedBefore(db, latest))) return;
  const oldest = await oldestWaiting();
  await deleteErasedBefore(db, oldest && oldest < latest ? oldest : latest);
}

function hashOf(number: string): Buffer {
  return createHash('sha256').update(`pitlane erased ${number}`).digest();
}
