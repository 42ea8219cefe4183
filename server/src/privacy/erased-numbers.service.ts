import type { Context } from '#server/context.ts';
import { deleteErasedNumbers } from '#server/customers/erased-numbers.service.ts';
import { getOldestImportFileTime } from '#server/imports/imports.service.ts';
import { getOldestWaitingSince } from '#server/intake/forget-deliveries.service.ts';

// Milliseconds for which an erased number is remembered at least: a file may be on its way.
const shortest = 24 * 3_600_000;

/** Deletes the hashes of erased numbers before which nothing came that is still to be worked. @returns false: nothing is left to do. */
export async function forgetErasedNumbers(context: Context): Promise<boolean> {
  const latest = new Date(context.clock.now().getTime() - shortest);
  await deleteErasedNumbers(context, latest, async () => {
    const waiting = [await getOldestImportFileTime(context), await getOldestWaitingSince(context)];
    const [oldest = null] = waiting
      .filter((at) => at !== null)
      .sort((one, other) => Number(one) - Number(other));
    return oldest;
  });
  return false;
}
