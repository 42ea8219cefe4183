import type { Context, Names } from '#server/context.ts';
import { readNames } from './names.db.ts';

/** @returns the names kept in this process, or what is read anew when they lack one: it may be new. */
export async function namesOf(
  { db, leader = db, cache }: Pick<Context, 'db' | 'leader' | 'cache'>,
  areAllIn: (names: Names) => boolean = () => true,
): Promise<Names> {
  const names = await cache.names('all', () => readNames(leader));
  return areAllIn(names) ? names : readNames(db);
}
