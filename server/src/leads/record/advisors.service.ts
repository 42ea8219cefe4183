import { messages } from '#contract/call/messages.ts';
import type { Advisor, AssignLeadBody } from '#contract/leads/lead-advisors.ts';
import type { BulkAdvisors } from '#contract/leads/lead-bulk.ts';
import type { Lead } from '#contract/leads/leads.ts';
import type { ActorContext, Context } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { conflict } from '#server/lib/refusal.ts';
import {
  findAdvisors,
  findAdvisorsByCenter,
  findLastAdvisors,
  findStaffAtWork,
  mayHaveLeads,
  sumOpenLeadsByAdvisor,
} from './advisors.db.ts';
import { changeLead } from './change-leads.service.ts';
import { toNamedLead, type VisibleLead } from './get-lead.service.ts';
import { narrowCenters } from './leads.policy.ts';

/** Lists who may have leads of a center, by default of all that the actor sees; those who are away, too. */
export function listAdvisors(context: ActorContext, center: string | undefined): Promise<Advisor[]> {
  return findAdvisors(context.db, narrowCenters(context.actor, center), context.clock.now());
}

/** Lists who may have leads of some centers, with those of which and with how many open leads of all centers. */
export async function listAdvisorsByCenter(
  { db, clock }: Context,
  centers: readonly string[],
): Promise<BulkAdvisors['advisors']> {
  const [people, open] = await Promise.all([
    findAdvisorsByCenter(db, centers, clock.now()),
    sumOpenLeadsByAdvisor(db),
  ]);
  return people.map((person) => ({ ...person, openLeads: open.get(person._id) ?? 0 }));
}

/** Counts open leads by the advisor's id; who has none is missing. */
export function countOpenLeadsByAdvisor(db: Db): Promise<ReadonlyMap<string, number>> {
  return sumOpenLeadsByAdvisor(db);
}

/** Lists the active service staff of centers who are not away, once for each center. `isAtWork`: they used the app after `since`. */
export function listStaffAtWork(db: Db, centers: readonly string[], times: { since: Date; now: Date }) {
  return findStaffAtWork(db, centers, times);
}

/**
 * Finds for each enquiry (a phone number and a center) the advisor of the customer's newest lead that has one, if they may have leads of
 * that center and are not away.
 *
 * @returns advisors by `<center> <phone>`.
 */
export async function listLastAdvisors(
  db: Db,
  enquiries: readonly { phone: string; center: string }[],
  now: Date,
): Promise<Map<string, string>> {
  if (enquiries.length === 0) return new Map();
  const found = await findLastAdvisors(db, enquiries, now);
  return new Map(found.map(({ center, phone, advisor }) => [`${center} ${phone}`, advisor]));
}

/**
 * Makes the actor the lead's advisor, also instead of one who may no longer have it; of two at once one succeeds.
 *
 * @throws Refusal 404, 409 with the current lead when somebody else has it.
 */
export function takeLead(context: ActorContext, id: string): Promise<Lead> {
  return changeAdvisor(context, id, context.actor._id);
}

/** Leaves a lead without an advisor. @throws Refusal as {@link takeLead}. */
export function releaseLead(context: ActorContext, id: string): Promise<Lead> {
  return changeAdvisor(context, id, null);
}

/**
 * Assigns a lead for management; `advisor` null means nobody.
 *
 * @throws Refusal as `changeLead`.
 */
export function assignLead(
  context: ActorContext,
  id: string,
  { advisor, version }: AssignLeadBody,
): Promise<Lead> {
  return changeLead({ context, id, version, decide: () => ({ advisor_id: advisor }) });
}

function changeAdvisor(context: ActorContext, id: string, advisor: string | null): Promise<Lead> {
  return changeLead({
    context,
    id,
    decide: async (inside, lead) => {
      await refuseTaken(inside, lead);
      return { advisor_id: advisor };
    },
  });
}

async function refuseTaken(inside: ActorContext, lead: VisibleLead): Promise<void> {
  const { advisor_id: advisor } = lead;
  if (advisor === null || advisor === inside.actor._id) return;
  if (await mayHaveLeads(inside.db, advisor, lead.service_center_id))
    throw conflict(messages.leadTaken, await toNamedLead(inside, lead));
}
