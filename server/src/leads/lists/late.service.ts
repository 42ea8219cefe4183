import type { EndpointQuery } from '#contract/call/endpoint.ts';
import type { getLateFigures, LateRow } from '#contract/comparison.ts';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { loadNames } from '#server/leads/record/get-lead.service.ts';
import { narrowCenters } from '#server/leads/record/leads.policy.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import { countLateLeadsBy, type LateCount } from './late.db.ts';
import { countNeglectedLeadsBy } from './neglected.db.ts';
import { createNeglectedFilter } from './neglected.service.ts';

const shared = createSharedReads<Db, LateCount[]>();

/** Counts late leads by center or by advisor: unanswered enquiries, follow-ups and appointments; those with the most come first. */
export async function groupLateLeads(
  context: ActorContext,
  query: EndpointQuery<typeof getLateFigures>,
): Promise<LateRow[]> {
  const { by, serviceCenter } = query;
  const [counts, { centers, people }] = await Promise.all([
    shared(context.db, JSON.stringify(query), () => countAll(context, query)),
    loadNames(context),
  ]);
  const nameOf = (id: string) => (by === 'advisor' ? people.get(id) : centers.get(id)?.name) ?? '';
  const rows = [...Map.groupBy(counts, ({ id }) => id)].map(([id, own]) => {
    const row: LateRow = { _id: id, name: id && nameOf(id), ...nothingLate };
    for (const { figure, count } of own) row[figure] = count;
    return row;
  });
  const ofRow = (row: LateRow) => row.response + row.followUps + row.appointments;
  const sorted = rows.sort((one, other) => ofRow(other) - ofRow(one) || compare(one.name, other.name));
  return by === 'serviceCenter' && serviceCenter ? sorted.filter(({ _id }) => _id === serviceCenter) : sorted;
}

const nothingLate = { response: 0, followUps: 0, appointments: 0, pending: 0, potential: 0, booked: 0 };

function compare(one: string | null, other: string | null): number {
  return (one ?? '').localeCompare(other ?? '');
}

async function countAll(
  context: ActorContext,
  { by, serviceCenter }: EndpointQuery<typeof getLateFigures>,
): Promise<LateCount[]> {
  const { db, actor, dealer, clock } = context;
  const now = clock.now();
  const scope = {
    centers: narrowCenters(actor, serviceCenter),
    now,
    today: dateInTimeZone(dealer.timeZone, now),
  };
  const neglected = openStatuses.map(async (status) => {
    const filter = await createNeglectedFilter(context, { status, serviceCenter });
    const counts = await countNeglectedLeadsBy(db, by, filter.neglected, filter);
    return counts.map((count): LateCount => ({ ...count, figure: status }));
  });
  return (await Promise.all([countLateLeadsBy(db, by, scope), ...neglected])).flat();
}
