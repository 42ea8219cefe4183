import type { DifferingField } from '#contract/leads/differing-fields.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { getFurthestStatus } from '#contract/leads/merge-proposal.ts';
import type { ActorContext, Context, ReferenceNames } from '#server/context.ts';
import { lockAdvisors } from '#server/leads/record/advisors.db.ts';
import { writeLeads } from '#server/leads/record/change-leads.service.ts';
import { loadNames } from '#server/leads/record/get-lead.service.ts';
import {
  appendToNotes,
  compareIncoming,
  fillableColumns,
  type IncomingValues,
} from '#server/leads/record/incoming-values.service.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { lockLeads } from '#server/leads/record/leads.db.ts';

/** The values of an imported row for a lead that exists already; they fill what that lead lacks. */
export type LeadFilling = IncomingValues & {
  status: LeadStatus;
  followUps: readonly string[];
  lostReason: string | null;
};

/** Locks leads until commit: before the customers of others, as every writer does, so that none waits for another in a circle. */
export async function lockLeadsUntilCommit(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await lockLeads(db, ids);
}

/**
 * Locks leads until commit, and those into which they were merged while it waited.
 *
 * @returns the id of the kept lead by the id of each lead that was merged; leads that were not are missing.
 */
export async function lockMergedLeads(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const kept = new Map<string, string>();
  for (let next = [...new Set(ids)]; next.length > 0; ) {
    const merged = (await lockLeads(db, next)).flatMap(({ id, merged_into: into }) =>
      into === null ? [] : [{ id, into }],
    );
    for (const { id, into } of merged) {
      for (const [first, last] of kept) if (last === id) kept.set(first, into);
      if (ids.includes(id)) kept.set(id, into);
    }
    next = [...new Set(merged.map(({ into }) => into))];
  }
  return kept;
}

/**
 * Gives leads what an import says and they lack, each by one version of the actor, in the transaction of `context.db`; what they say
 * otherwise goes into their notes, so that nothing is lost. Erased ones are left.
 *
 * @returns `versions`: the new one of each that lacked something; `unfit`: the places of fillings for which the notes have no room, which are
 *   left out whole; `differing`: by place, what a filling says otherwise than its lead.
 */
export async function fillLeads(
  { actor, ...context }: ActorContext,
  importId: string,
  fillings: readonly { id: string; filling: LeadFilling }[],
): Promise<{ versions: Map<string, number>; unfit: Set<number>; differing: Map<number, DifferingField[]> }> {
  const unfit = new Set<number>();
  const differing = new Map<number, DifferingField[]>();
  if (fillings.length === 0) return { versions: new Map(), unfit, differing };
  const { db, clock } = context;
  const byLead = Map.groupBy(fillings.entries(), ([, { id }]) => id);
  const at = clock.now();
  const leads = await lockLeads(db, [...byLead.keys()]);
  const offered = fillings.flatMap(({ filling: { offering_id } }) => offering_id ?? []);
  const names = await loadNames(context, ({ offerings }) => offered.every((id) => offerings.has(id)));
  const advised = leads.flatMap(({ id, advisor_id, service_center_id: center }) =>
    (byLead.get(id) ?? []).flatMap(([place, { filling }]) =>
      advisor_id === null && filling.advisor_id ? [{ place, advisor: filling.advisor_id, center }] : [],
    ),
  );
  const fit = new Set([...(await lockAdvisors(db, advised))].map(({ place }) => place));
  const edits = leads.flatMap((lead) => {
    if (lead.customer_id === null) return [];
    let filled = lead;
    for (const [place, { filling }] of byLead.get(lead.id) ?? []) {
      const advisor_id = fit.has(place) ? filling.advisor_id : null;
      const next = filledBy(filled, { ...filling, advisor_id }, names);
      if (next) filled = next.lead;
      else unfit.add(place);
      if (next && next.differing.length > 0) differing.set(place, next.differing);
    }
    const filled_platform = filled.platform === lead.platform ? lead.filled_platform : filled.platform;
    return { lead, change: { ...pickFillableColumns(filled), filled_platform }, editor: actor._id, at };
  });
  const written = await writeLeads(db, edits, undefined, importId);
  return { versions: new Map([...written].map(([id, { version }]) => [id, version])), unfit, differing };
}

/** Picks the columns of {@link fillableColumns} from a row; what the row lacks is null. */
export function pickFillableColumns(row: Pick<LeadRow, (typeof fillableColumns)[number]>) {
  return Object.fromEntries(fillableColumns.map((column) => [column, row[column] ?? null])) as Pick<
    LeadRow,
    (typeof fillableColumns)[number]
  >;
}

function filledBy(
  lead: LeadRow,
  filling: LeadFilling,
  names: ReferenceNames,
): { lead: LeadRow; differing: DifferingField[] } | undefined {
  const { filled, differing, notes: told } = compareIncoming(lead, filling, names);
  const notes = appendToNotes(lead.notes, [filling.notes, ...told, furtherThan(lead, filling)]);
  return notes === undefined ? undefined : { lead: { ...lead, ...filled, notes }, differing };
}

const written: Record<LeadStatus, string> = {
  pending: 'Pending',
  potential: 'Potential',
  booked: 'Booked',
  completed: 'Completed',
  lostCustomer: 'Lost Customer',
};

function furtherThan(lead: LeadRow, { status, followUps, lostReason }: LeadFilling): string {
  const isFurther = status !== lead.status && getFurthestStatus([lead.status, status]) === status;
  const isAlike = status === 'potential' && lead.status === 'potential';
  const others =
    isFurther || isAlike ? followUps.filter((day) => !lead.next_follow_up_dates.includes(day)) : [];
  if (!isFurther && others.length === 0) return '';
  const days = others.length > 0 ? [`follow-up on ${others.join(', ')}`] : [];
  return `In the imported file: ${[written[status], ...days, ...(lostReason ? [lostReason] : [])].join(', ')}`;
}
