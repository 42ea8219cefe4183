import type { Context } from '#server/context.ts';
import type { LeadRow } from './lead-rows.ts';
import { lockLeads } from './leads.db.ts';

/** Locks leads until commit, in the order of every other writer. @returns those that exist. */
export function lockLeadRows({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<LeadRow[]> {
  return lockLeads(db, ids);
}
