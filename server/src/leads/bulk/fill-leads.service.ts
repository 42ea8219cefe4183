import { textLength } from '#contract/business.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { furthestStatus } from '#contract/leads/merge-proposal.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { holdAdvisors } from '#server/leads/record/advisors.db.ts';
import { writeLeads } from '#server/leads/record/change-leads.service.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { lockLeads } from '#server/leads/record/leads.db.ts';

/** What a lead may lack that somebody else says; notes are added. */
const filledColumns = [
  'email',
  'vehicle_number',
  'offering_id',
  'platform',
  'advisor_id',
  'job_id',
  'appointment_date',
  'appointment_time',
  'notes',
] as const satisfies readonly (keyof LeadRow)[];

/** `status`, `followUps`, `lostReason`: which the notes tell if the lead is not as far. */
export type Filling = Pick<LeadRow, (typeof filledColumns)[number]> & {
  status: LeadStatus;
  followUps: readonly string[];
  lostReason: string | null;
};

/** Locks leads until commit: before the customers of others, as every writer does, so that none waits for another in a circle. */
export async function holdLeads({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await lockLeads(db, ids);
}

/**
 * Gives leads what an import says and they lack, each by one version of the actor, in the transaction of `context.db`: nothing that they say
 * is lost. Erased ones are left.
 *
 * @returns `versions`: the new one of each that lacked something; `unfit`: the places of fillings for which the notes have no room, which are
 *   left out whole.
 */
export async function fillLeads(
  { db, clock, actor }: ActorContext,
  importId: string,
  fillings: readonly { id: string; filling: Filling }[],
): Promise<{ versions: Map<string, number>; unfit: Set<number> }> {
  const unfit = new Set<number>();
  if (fillings.length === 0) return { versions: new Map(), unfit };
  const byLead = Map.groupBy(fillings.entries(), ([, { id }]) => id);
  const at = clock.now();
  const leads = await lockLeads(db, [...byLead.keys()]);
  const advised = leads.flatMap(({ id, advisor_id, service_center_id: center }) =>
    (byLead.get(id) ?? []).flatMap(([place, { filling }]) =>
      advisor_id === null && filling.advisor_id ? [{ place, advisor: filling.advisor_id, center }] : [],
    ),
  );
  const fit = new Set([...(await holdAdvisors(db, advised))].map(({ place }) => place));
  const edits = leads.flatMap((lead) => {
    if (lead.customer_id === null) return [];
    let filled = lead;
    for (const [place, { filling }] of byLead.get(lead.id) ?? []) {
      const advisor_id = fit.has(place) ? filling.advisor_id : null;
      const next = filledBy(filled, { ...filling, advisor_id });
      if (next) filled = next;
      else unfit.add(place);
    }
    return { lead, change: columnsFilled(filled), editor: actor._id, at };
  });
  const written = await writeLeads(db, edits, undefined, importId);
  return { versions: new Map([...written].map(([id, { version }]) => [id, version])), unfit };
}

/** @returns the columns that a filling may change. */
export function columnsFilled(row: Pick<LeadRow, (typeof filledColumns)[number]>) {
  return Object.fromEntries(filledColumns.map((column) => [column, row[column] ?? null])) as Pick<
    LeadRow,
    (typeof filledColumns)[number]
  >;
}

/** @returns undefined when the notes have no room. */
function filledBy(lead: LeadRow, filling: Filling): LeadRow | undefined {
  const notes = [filling.notes ?? '', furtherThan(lead, filling)].reduce(
    (said, more) => (said.includes(more) ? said : [said, more].filter(Boolean).join('\n')),
    lead.notes ?? '',
  );
  if (notes.length > textLength.notes && notes !== lead.notes) return undefined;
  const hasDay = lead.appointment_date !== null;
  return {
    ...lead,
    email: lead.email ?? filling.email,
    vehicle_number: lead.vehicle_number ?? filling.vehicle_number,
    offering_id: lead.offering_id ?? filling.offering_id,
    platform: lead.platform ?? filling.platform,
    advisor_id: lead.advisor_id ?? filling.advisor_id,
    job_id: lead.job_id ?? filling.job_id,
    appointment_date: hasDay ? lead.appointment_date : filling.appointment_date,
    appointment_time: hasDay ? lead.appointment_time : filling.appointment_time,
    notes: notes || null,
  };
}

const written: Record<LeadStatus, string> = {
  pending: 'Pending',
  potential: 'Potential',
  booked: 'Booked',
  completed: 'Completed',
  lostCustomer: 'Lost Customer',
};

/** Status and dates follow from what people do with a lead: those of a file that is further are told, not taken. */
function furtherThan(lead: LeadRow, { status, followUps, lostReason }: Filling): string {
  const isFurther = status !== lead.status && furthestStatus([lead.status, status]) === status;
  const isAlike = status === 'potential' && lead.status === 'potential';
  const others =
    isFurther || isAlike ? followUps.filter((day) => !lead.next_follow_up_dates.includes(day)) : [];
  if (!isFurther && others.length === 0) return '';
  const days = others.length > 0 ? [`follow-up on ${others.join(', ')}`] : [];
  return `In the imported file: ${[written[status], ...days, ...(lostReason ? [lostReason] : [])].join(', ')}`;
}
