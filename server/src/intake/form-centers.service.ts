import type { Context } from '#server/context.ts';
import { findFormCenters } from './meta/meta.db.ts';

/**
 * Finds to which service center the enquiries of forms of lead ads go: the center of the form or, if it has none, that of its
 * connection.
 *
 * @param forms Meta's ids of them.
 * @returns undefined unless all go to the same one.
 */
export async function findCenterIdOfForms(
  { db }: Context,
  forms: readonly string[],
): Promise<string | undefined> {
  const [center, ...others] = await findFormCenters(db, forms);
  return others.length === 0 ? (center ?? undefined) : undefined;
}
