import { messages } from '#contract/call/messages.ts';
import type { CorrectLeadBody, EditLeadBody, Lead, MoveLeadBody } from '#contract/leads/leads.ts';
import type { ActorContext } from '#server/context.ts';
import { resolveLostReason } from '#server/dealer/lost-reasons.service.ts';
import { forbidden, invalidFields } from '#server/lib/refusal.ts';
import { requireOfferingOfToday } from '#server/offerings/offerings.service.ts';
import { requireActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { changeLead } from './change-leads.service.ts';
import { requirePhone } from './create-leads.service.ts';
import type { VisibleLead } from './get-lead.service.ts';
import type { LeadChange } from './lead-change.ts';
import { progressChanges } from './lead-progress.ts';
import { mayCorrect, maySeeCenter } from './leads.policy.ts';

/**
 * Edits a lead; absent fields stay.
 *
 * @throws Refusal 400 per field, 403, 404, 409 with the current lead when `version` is stale.
 */
export function editLead(
  context: ActorContext,
  id: string,
  { version, overbook = false, ...body }: EditLeadBody,
): Promise<Lead> {
  const { serviceCenter, serviceOrCampaign, phone, vehicleNumber, ...rest } = body;
  const { appointmentDate, appointmentTime, ...plain } = rest;
  return changeLead({
    context,
    id,
    version,
    place: { overbook },
    decide: async (inside, lead) => {
      if (serviceCenter && serviceCenter !== lead.service_center_id)
        await requireCenter(inside, serviceCenter);
      if (serviceOrCampaign && serviceOrCampaign !== lead.offering_id)
        await requireOfferingOfToday(inside, serviceOrCampaign);
      return defined({
        ...plain,
        ...(phone !== undefined && { phone: requirePhone(inside, phone, lead.phone) }),
        vehicle_number: vehicleNumber,
        service_center_id: serviceCenter,
        offering_id: serviceOrCampaign,
        ...progressChanges(inside, lead, defined({ appointmentDate, appointmentTime })),
      });
    },
  });
}

/**
 * Corrects what can be mistyped in a lead, whatever its status.
 *
 * @throws Refusal 403 for the service level unless the dealer allows it, and as {@link editLead}.
 */
export async function correctLead(context: ActorContext, id: string, body: CorrectLeadBody): Promise<Lead> {
  requireMayCorrect(context);
  return editLead(context, id, body);
}

/** Requires the right to correct leads. @throws Refusal 403 for the service level, unless the dealer allows it. */
export function requireMayCorrect({ actor, dealer }: ActorContext): void {
  if (!mayCorrect(actor, dealer)) throw forbidden(messages.correctionsOff);
}

/** Archives a lead, or makes it active again for `isActive`. @throws Refusal 404, 409 when `version` is stale. */
export function archiveLead(
  context: ActorContext,
  id: string,
  { isActive, version }: { isActive: boolean; version?: number },
): Promise<Lead> {
  return changeLead({ context, id, version, decide: () => ({ is_active: isActive }) });
}

/**
 * Moves a lead to another status, with the follow-up, appointment or lost reason that belongs to it, by the rules of the contract's
 * `lead-status.ts`.
 *
 * @throws Refusal 400 with the rule's message per field, 403, and as {@link editLead}.
 */
export function moveLead(
  context: ActorContext,
  id: string,
  { version, overbook = false, ...body }: MoveLeadBody,
): Promise<Lead> {
  return changeLead({
    ...{ context, id, version, place: { overbook } },
    decide: (inside, lead) => planStatusChange(inside, lead, body),
  });
}

/** Returns what {@link moveLead} changes; writes nothing. @throws Refusal 400 and 403, as it does. */
export async function planStatusChange(
  inside: ActorContext,
  lead: VisibleLead,
  { overbook: _, serviceCenter, ...body }: Omit<MoveLeadBody, 'version'>,
): Promise<LeadChange> {
  const { lostReason } = body;
  const isOther = lostReason && lostReason !== lead.lost_reason;
  const kept = isOther ? { lostReason: await resolveLostReason(inside, lostReason) } : {};
  const change = progressChanges(inside, lead, defined({ ...body, ...kept }));
  if (!serviceCenter || serviceCenter === lead.service_center_id) return change;
  if ((change.status ?? lead.status) !== 'booked')
    throw invalidFields({ serviceCenter: messages.centerOfBooking });
  await requireCenter(inside, serviceCenter);
  return { ...change, service_center_id: serviceCenter };
}

async function requireCenter(context: ActorContext, id: string): Promise<void> {
  if (!maySeeCenter(context.actor, id)) throw invalidFields({ serviceCenter: messages.unknownServiceCenter });
  await requireActiveServiceCenters(context, [id]);
}

function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
