import type { Context } from '#server/context.ts';
import { existsLead, holdLeads } from '#server/leads/leads.db.ts';

/** Whether a lead was ever recorded. */
export function hasLeads({ db }: Context): Promise<boolean> {
  return existsLead(db);
}

/** The same, while none can be recorded until commit; `context.db` is a transaction. */
export async function hasLeadsForGood({ db }: Context): Promise<boolean> {
  await holdLeads(db);
  return existsLead(db);
}
