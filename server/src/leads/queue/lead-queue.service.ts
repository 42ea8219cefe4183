import type { EndpointQuery } from '#contract/call/endpoint.ts';
import type { getCallList } from '#contract/leads/call-order.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { narrowCenters } from '#server/leads/record/leads.policy.ts';
import { deleteEmptyDueCounts, type QueueScope } from './lead-queue.db.ts';

/** Converts a query into a scope, narrowed to the centers that the actor may see. */
export function toQueueScope({ actor }: ActorContext, query: EndpointQuery<typeof getCallList>): QueueScope {
  const advisors = { mine: actor._id, nobody: null };
  return {
    centers: narrowCenters(actor, query.serviceCenter),
    offering: query.serviceID,
    advisor: query.advisor && advisors[query.advisor],
  };
}

/** Deletes counters of days on which no lead is due. @returns false: nothing is left to do. */
export async function cleanDueCounts({ db }: Context): Promise<boolean> {
  await deleteEmptyDueCounts(db);
  return false;
}
