import type { Context } from '#server/context.ts';
import { moveNextLeadDays, quietLeads, wakeLeads } from '#server/leads/lead-days.db.ts';

/** Small enough that a statement ends long before its time limit. */
const batch = 20_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Moves every lead to its days in another time zone, and counts by day anew; `context.db` is a transaction. */
export async function moveLeadDays({ db }: Context, timeZone: string): Promise<void> {
  await quietLeads(db);
  let last: string | undefined = beforeAll;
  while (last) last = await moveNextLeadDays(db, timeZone, last, batch);
  await wakeLeads(db);
}
