import type { Context } from '#server/context.ts';
import { findLostReasons } from './lost-reasons.db.ts';

/** The ten latest of the dealer, ignoring case and spacing, newest first. */
export function listLostReasons({ db }: Context): Promise<string[]> {
  return findLostReasons(db);
}
