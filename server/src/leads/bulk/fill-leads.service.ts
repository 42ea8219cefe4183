import { textLength } from '#contract/business.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { writeLeads } from '#server/leads/record/change-leads.service.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { lockLeads } from '#server/leads/record/leads.db.ts';

/** What somebody else says of a lead; notes are added. */
export type Filling = Partial<
  Pick<LeadRow, 'email' | 'vehicle_number' | 'offering_id' | 'platform' | 'advisor_id' | 'notes'>
>;

/** Locks leads until commit: before the customers of others, as every writer does, so that none waits for another in a circle. */
export async function holdLeads({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await lockLeads(db, ids);
}

/**
 * Gives leads what an import says and they lack, each by one version of the actor, in the transaction of `context.db`: nothing that they say
 * is lost. Erased ones are left.
 *
 * @returns the new version of each that lacked something.
 */
export async function fillLeads(
  { db, clock, actor }: ActorContext,
  importId: string,
  fillings: readonly { id: string; filling: Filling }[],
): Promise<Map<string, number>> {
  if (fillings.length === 0) return new Map();
  const byLead = Map.groupBy(fillings, ({ id }) => id);
  const at = clock.now();
  const edits = (await lockLeads(db, [...byLead.keys()])).flatMap((lead) => {
    if (lead.customer_id === null) return [];
    const filled = (byLead.get(lead.id) ?? []).reduce<LeadRow>(
      (row, each) => filledBy(row, each.filling),
      lead,
    );
    const { email, vehicle_number, offering_id, platform, advisor_id, notes } = filled;
    const change = { email, vehicle_number, offering_id, platform, advisor_id, notes };
    return { lead, change, editor: actor._id, at };
  });
  const written = await writeLeads(db, edits, undefined, importId);
  return new Map([...written].map(([id, { version }]) => [id, version]));
}

function filledBy(lead: LeadRow, filling: Filling): LeadRow {
  const { notes = null } = filling;
  const said = lead.notes ?? '';
  const whole = [said, notes].filter(Boolean).join('\n');
  const isNew = notes !== null && !said.includes(notes) && whole.length <= textLength.notes;
  return {
    ...lead,
    email: lead.email ?? filling.email ?? null,
    vehicle_number: lead.vehicle_number ?? filling.vehicle_number ?? null,
    offering_id: lead.offering_id ?? filling.offering_id ?? null,
    platform: lead.platform ?? filling.platform ?? null,
    advisor_id: lead.advisor_id ?? filling.advisor_id ?? null,
    notes: isNew ? whole : lead.notes,
  };
}
