import { maxDaysAhead } from '#contract/business.ts';
import type { FormerLeadValues } from '#contract/leads/differing-fields.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { Context, DealerRules, ReferenceNames } from '#server/context.ts';
import { unwrapResult } from '#server/db/apply-each.ts';
import { bringToQueueHead, changeLeads, type LeadChange } from '#server/leads/record/change-leads.service.ts';
import { loadNames, type VisibleLead } from '#server/leads/record/get-lead.service.ts';
import {
  appendToNotes,
  compareIncoming,
  fieldValue,
  type IncomingValues,
  isNameless,
} from '#server/leads/record/incoming-values.service.ts';
import { isSameName } from '#server/lib/compare/name-form.ts';
import { isWhatsAppMessage, type MatchableEnquiry } from './joining.service.ts';
import { findFirstInTime } from './late-enquiries.ts';
import { createSystemActor } from './system-actor.ts';
import { findNamesOfNumbers } from './whatsapp/given-numbers.db.ts';

type Joining = { each: MatchableEnquiry; lead: string };

/**
 * Changes leads by the enquiries that join them, or became them: gaps are filled, a number too where there was none, what differs is
 * written into the notes, and they are at the head of the queue. It runs before other leads of the transaction are written, which lock
 * customers.
 *
 * @param options.isNew of leads made in the same transaction, which are due as new ones.
 * @returns what the leads said instead, by enquiry.
 * @throws Refusal when a lead that is locked cannot be changed, as while its customer is being erased.
 */
export async function applyEnquiriesToLeads(
  inside: Context,
  dealer: DealerRules,
  joining: readonly Joining[],
  { isNew }: { isNew: boolean },
): Promise<Map<MatchableEnquiry, FormerLeadValues>> {
  const now = inside.clock.now();
  const former = new Map<MatchableEnquiry, FormerLeadValues>();
  if (joining.length === 0) return former;
  const farthest = addDays(dateInTimeZone(dealer.timeZone, now), maxDaysAhead);
  const offered = joining.flatMap(({ each }) => each.enquiry?.serviceOrCampaign?._id ?? []);
  const names = await loadNames(inside, ({ offerings }) => offered.every((id) => offerings.has(id)));
  const known = await findNamesOfNumbers(
    inside.db,
    joining.flatMap(({ each }) => each.given ?? []),
  );
  const byLead = Map.groupBy(joining, ({ lead }) => lead);
  const outcomes = await changeLeads(
    inside.db,
    [...byLead].map(([id, all]) => {
      const enquiries = all.map(({ each }) => each);
      const [{ connection } = {}] = enquiries;
      if (!connection) throw new Error('A lead that nothing joins');
      return {
        context: createSystemActor(inside, dealer, connection),
        id,
        dropUnfitAdvisor: true as const,
        decide: (_inside, lead): LeadChange => {
          let filled: VisibleLead = lead;
          for (const each of enquiries) {
            const compared = compareEnquiry(filled, each, { names, farthest });
            filled = withNumber({ ...filled, ...compared.filled }, each, known);
            if (Object.keys(compared.former).length > 0) former.set(each, compared.former);
          }
          const due = isNew
            ? {}
            : bringToQueueHead(lead, { restartedAt: findFirstInTime(enquiries, now), now });
          return { ...due, ...changesOf(lead, filled) };
        },
      };
    }),
  );
  // None is told that it joined what has not taken it: the whole transaction is tried again.
  outcomes.forEach(unwrapResult);
  return former;
}

/**
 * Gives the lead of somebody who was only on WhatsApp their number: WhatsApp tells it, or they do. One that is a customer's under another name may
 * not be theirs.
 */
function withNumber(
  lead: VisibleLead,
  { sender, user, given }: MatchableEnquiry,
  known: Map<string, string | null>,
): VisibleLead {
  const { phone, name } = lead;
  if (!isWhatsAppId(phone) || (sender !== phone && user !== phone)) return lead;
  const isTold = !isWhatsAppId(sender);
  const number = isTold ? sender : given;
  if (!number) return lead;
  if (!isTold && known.has(number) && !isSameName(known.get(number) ?? '', name)) return lead;
  known.set(number, name);
  return { ...lead, phone: number, name: isNameless(lead) ? number : name };
}

// A lead that its last editor works without being its advisor stays theirs: a connection becomes the last editor.
function changesOf(lead: VisibleLead, filled: VisibleLead): LeadChange {
  const columns = Object.keys(filled) as (keyof VisibleLead)[];
  const changed = columns.filter((column) => filled[column] !== lead[column]);
  if (changed.length === 0) return {};
  const { advisor_id, last_modified_by: editor, editor_ids } = lead;
  const worker = advisor_id ?? (editor_ids.includes(editor) ? editor : null);
  return {
    ...Object.fromEntries(changed.map((column) => [column, filled[column]])),
    ...(worker !== advisor_id && { advisor_id: worker }),
  };
}

function compareEnquiry(
  lead: VisibleLead,
  each: MatchableEnquiry,
  { names, farthest }: { names: Pick<ReferenceNames, 'offerings'>; farthest: string },
): { filled: Partial<VisibleLead>; former: FormerLeadValues } {
  const incoming = valuesOf(lead, each, farthest);
  const { filled, differing, notes: told } = compareIncoming(lead, incoming, names);
  const message = lead.notes === null ? incoming.notes : null;
  // What has no room in the notes is in the timeline.
  const notes = appendToNotes(lead.notes, [message, ...told]) ?? lead.notes;
  const former = Object.fromEntries(differing.map((field) => [field, fieldValue(lead, field)]));
  return { filled: { ...filled, notes }, former };
}

function valuesOf(lead: VisibleLead, each: MatchableEnquiry, farthest: string): IncomingValues {
  const { enquiry, connection, source } = each;
  const offering = enquiry?.serviceOrCampaign?._id ?? null;
  const usual = [connection, ...connection.sources].map(({ serviceOrCampaign }) => serviceOrCampaign?._id);
  const isUsual = isWhatsAppMessage(each) && offering !== null && usual.includes(offering);
  const date = enquiry?.appointmentDate ?? null;
  const isFar = date !== null && date > farthest;
  return {
    name: isWhatsAppMessage(each) && !isNameless(lead) ? null : (enquiry?.name ?? null),
    email: enquiry?.email ?? null,
    vehicle_number: enquiry?.vehicleNumber ?? null,
    offering_id: isUsual ? null : offering,
    platform: source.channel === 'whatsapp' ? null : connection.platform,
    ...{ advisor_id: null, job_id: null },
    appointment_date: isFar ? null : date,
    appointment_time: isFar ? null : (enquiry?.appointmentTime ?? null),
    notes: isWhatsAppMessage(each) ? null : (enquiry?.notes ?? null),
  };
}
