import { createHash } from 'node:crypto';
import type { Context } from '#server/context.ts';
import {
  deleteErasedNumbersBefore,
  findErasedNumbers,
  hasNumbersErasedBefore,
  insertErasedNumbers,
  lockErasuresExclusively,
  lockErasuresShared,
} from './erased-numbers.db.ts';
import { deleteStoppedNumbers } from './stopped-messages.db.ts';

type Inside = Pick<Context, 'db'>;

/**
 * Begins the transaction of an erasure: it waits for imports and enquiries under way, which may just be recording the person. It comes
 * before every other lock, so that nobody waits in a circle.
 */
export function beginErasure({ db }: Inside): Promise<void> {
  return lockErasuresExclusively(db);
}

/**
 * Begins a transaction that records what came before, such as a row of a file or an enquiry: it waits for an erasure under way. It
 * comes before every other lock, so that nobody waits in a circle.
 */
export function waitForErasures({ db }: Inside): Promise<void> {
  return lockErasuresShared(db);
}

/** Stores hashes of the phone numbers, or ids of WhatsApp, of somebody who is being erased, and deletes that they wanted no messages. */
export async function rememberErasedNumbers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  numbers: readonly string[],
): Promise<void> {
  await insertErasedNumbers(db, numbers.map(hashOf), clock.now());
  await deleteStoppedNumbers(db, numbers);
}

/**
 * Reads which of the numbers were erased.
 *
 * @returns a function that tells whether a number was erased at or after a moment, which concerns what came then.
 */
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

/**
 * Deletes the hashes of numbers that were erased before `latest`, unless something that came before waits to be worked.
 *
 * @param oldestWaiting asked only if a number was erased before `latest`.
 */
export async function deleteErasedNumbers(
  { db }: Inside,
  latest: Date,
  oldestWaiting: () => Promise<Date | null>,
): Promise<void> {
  if (!(await hasNumbersErasedBefore(db, latest))) return;
  const oldest = await oldestWaiting();
  await deleteErasedNumbersBefore(db, oldest && oldest < latest ? oldest : latest);
}

function hashOf(number: string): Buffer {
  return createHash('sha256').update(`pitlane erased ${number}`).digest();
}
