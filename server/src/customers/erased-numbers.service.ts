import { createHash } from 'node:crypto';
import type { Context } from '#server/context.ts';
import {
  deleteErasedNumbersBefore,
  findErasedNumbers,
  hasErasedBefore,
  insertErasedNumbers,
  lockErasuresExclusively,
  lockErasuresShared,
} from './erased-numbers.db.ts';
import { deleteStoppedNumbers } from './stopped-messages.db.ts';

type Inside = Pick<Context, 'db'>;

/**
 * Begins the transaction of an erasure: it waits for imports and enquiries under way, which may just be recording the person. Locks nothing
 * before, so that nobody waits in a circle.
 */
export function beginErasure({ db }: Inside): Promise<void> {
  return lockErasuresExclusively(db);
}

/**
 * Begins a transaction that records what came before, such as a row of a file or an enquiry. Locks nothing before, so that nobody waits in a
 * circle.
 */
export function waitForErasures({ db }: Inside): Promise<void> {
  return lockErasuresShared(db);
}

/** Remembers phone numbers, or ids of WhatsApp, of somebody who is being erased, and forgets that they wanted no messages. */
export async function rememberErasedNumbers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  numbers: readonly string[],
): Promise<void> {
  await insertErasedNumbers(db, numbers.map(hashOf), clock.now());
  await deleteStoppedNumbers(db, numbers);
}

/** Finds out which numbers' customers were erased. @returns whether that was so at or after a moment, for what came then. */
export async function readErasedNumbers(
  { db }: Inside,
  numbers: readonly string[],
): Promise<(number: string, since: Date) => boolean> {
  const found = numbers.length === 0 ? [] : await findErasedNumbers(db, [...new Set(numbers)].map(hashOf));
  const moments = new Map(found.map(({ hash, erasedAt }) => [hash.toString('hex'), erasedAt]));
  return (number, since) => {
    const erasedAt = moments.get(hashOf(number).toString('hex'));
    return erasedAt !== undefined && erasedAt >= since;
  };
}

/** @param oldestWaiting asked only if a number was erased before `latest`. */
export async function deleteErasedNumbers(
  { db }: Inside,
  latest: Date,
  oldestWaiting: () => Promise<Date | null>,
): Promise<void> {
  if (!(await hasErasedBefore(db, latest))) return;
  const oldest = await oldestWaiting();
  await deleteErasedNumbersBefore(db, oldest && oldest < latest ? oldest : latest);
}

function hashOf(number: string): Buffer {
  return createHash('sha256').update(`pitlane erased ${number}`).digest();
}
