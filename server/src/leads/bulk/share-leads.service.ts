import { messages } from '#contract/call/messages.ts';
import type { BulkAdvisors } from '#contract/leads/lead-bulk.ts';
import { shareLeads } from '#contract/leads/share-leads.ts';
import type { Context } from '#server/context.ts';
import { findAdvisorsByCenter } from '#server/leads/record/advisors.db.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import { countChosenByCenter, findLeadCenters } from './share-leads.db.ts';

/** Counts leads by their service center, in order of the centers' names. @param there counts all of them at this center instead. */
export function countChosenLeads(
  { db }: Context,
  leads: readonly string[],
  there: string | undefined,
): Promise<BulkAdvisors['centers']> {
  return countChosenByCenter(db, leads, there);
}

/**
 * Decides who of several people gets which of some leads, the older ones by turns. Writes nothing.
 *
 * @returns `advisor_id` null for a lead that none of them may have, or that no longer exists.
 * @throws Refusal 400 beside `value` for somebody who may have none of them.
 */
export async function planShares(
  { db, clock }: Context,
  leads: readonly string[],
  people: readonly string[],
): Promise<{ id: string; advisor_id: string | null }[]> {
  const byCenter = Map.groupBy(await findLeadCenters(db, leads), ({ center }) => center);
  const centers = [...byCenter].map(([_id, { length }]) => ({ _id, leads: length }));
  const ids = centers.map(({ _id }) => _id);
  const found = await findAdvisorsByCenter(db, ids, clock.now(), people);
  const sharers = [...new Set(people)].map((id) => {
    const sharer = found.find(({ _id }) => _id === id);
    if (!sharer) throw invalidFields({ value: messages.unknownAdvisor });
    return sharer;
  });
  const planned = new Map<string, string>();
  for (const [center, shares] of shareLeads(centers, sharers)) {
    const left = new Map(shares);
    const turns: string[] = [];
    while (left.size > 0)
      for (const [person, count] of [...left]) {
        turns.push(person);
        if (count > 1) left.set(person, count - 1);
        else left.delete(person);
      }
    for (const [place, { id }] of (byCenter.get(center) ?? []).entries()) {
      const advisor = turns[place];
      if (advisor) planned.set(id, advisor);
    }
  }
  return leads.map((id) => ({ id, advisor_id: planned.get(id) ?? null }));
}
