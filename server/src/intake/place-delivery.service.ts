import type { EndpointBody, EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type * as contract from '#contract/intake/deliveries.ts';
import { addedDespiteDuplicate, type Enquiry } from '#contract/intake/deliveries.ts';
import type { LeadSource } from '#contract/leads/lead-source.ts';
import type { CreateLeadBody, Lead } from '#contract/leads/leads.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { waitForErasures } from '#server/customers/erased-numbers.service.ts';
import { unwrapResult } from '#server/db/apply-each.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { createLeads } from '#server/leads/record/create-leads.service.ts';
import { getLead, loadNames as namesOfRecords } from '#server/leads/record/get-lead.service.ts';
import { invalidFields, notFound } from '#server/lib/refusal.ts';
import { answerEnquiries } from './answers.service.ts';
import { chooseAdvisors } from './assignment.service.ts';
import { type ConnectionRow, findConnections } from './connections.db.ts';
import {
  findDelivery,
  findDeliveryText,
  requeueWaitingDeliveries,
  type StoredText,
  saveDeliveryResults,
} from './deliveries.db.ts';
import { lockUnresolvedDelivery, readEnquiryFromText } from './deliveries.service.ts';
import { applyEnquiriesToLeads } from './join-leads.service.ts';
import { isWhatsAppMessage, listSenderIds, matchToLeads } from './joining.service.ts';
import { markLateSource } from './late-enquiries.ts';
import type { ReadEnquiry } from './read-enquiry.ts';
import { createSystemActor } from './system-actor.ts';
import { requeueEchoes } from './whatsapp/echoes.db.ts';

type Body = EndpointBody<typeof contract.placeDelivery>;
type Placed = EndpointReply<typeof contract.placeDelivery>;

/** Says what a delivery said when it was read, and of which text. */
type ReadBeforehand = {
  connection: ConnectionRow;
  text: Pick<StoredText, 'contentType' | 'bodyBytes'>;
  read: ReadEnquiry;
};

/**
 * Makes a lead of a delivery as its connection, with what a person entered, whatever the delivery says. What else of its sender waits
 * is worked again: it may belong to the same lead.
 *
 * @throws Refusal 400 per field, 404, 409 with the delivery once it has become a lead.
 */
export async function placeDelivery(context: ActorContext, id: string, body: Body): Promise<Placed> {
  for (;;) {
    const placed = await placeRead(context, id, await readBeforehand(context, id), body);
    if (placed) return placed;
  }
}

async function readBeforehand(context: ActorContext, id: string): Promise<ReadBeforehand> {
  const { db } = context;
  const [row, text] = await Promise.all([findDelivery(db, id), findDeliveryText(db, id)]);
  const [connection] = row ? await findConnections(db, [row.connection._id]) : [];
  if (!connection || !text) throw notFound();
  return { connection, text, read: await readEnquiryFromText(context, connection, { id, ...text }) };
}

/** Returns undefined where the text was erased, fetched or parted while it was read. */
function placeRead(
  context: ActorContext,
  id: string,
  { connection, text, read }: ReadBeforehand,
  { meant, ...body }: Body,
): Promise<Placed | undefined> {
  return inTransaction(context, async (inside) => {
    await waitForErasures(inside);
    const { db, actor, clock } = inside;
    const delivery = await lockUnresolvedDelivery(inside, id);
    if (delivery.bodyBytes !== text.bodyBytes || delivery.contentType !== text.contentType) return undefined;
    const dealer = (await readDealerRules(db)) ?? inside.dealer;
    const as = createSystemActor(inside, dealer, connection);
    const phone = normalisePhone(body.phone, dealer.phoneCountry) ?? body.phone;
    if (isWhatsAppId(phone) && phone !== read.phone) throw invalidFields({ phone: messages.invalidPhone });
    const sent = { ...body, phone, platform: body.platform ?? connection.platform };
    const sender = isWhatsAppMessage({ connection }) ? (read.phone ?? phone) : phone;
    const { receivedAt } = delivery;
    const askedAt = read.askedAt ?? receivedAt;
    const came = { source: markLateSource(read.source, { askedAt, receivedAt }), askedAt };
    const { user } = read;
    const enquiry = await placedEnquiry(inside, sent, read.source);
    const who = { sender, user, given: read.given, phone };
    const ready = { id, connection, ...who, summary: null, body: sent, enquiry, ...came };
    const { joined, fresh, beside } = await matchToLeads(inside, [ready]);
    const [open] = joined.values();
    const joins = typeof open === 'string' && !meant.includes(open) ? open : undefined;
    const former = joins
      ? await applyEnquiriesToLeads(inside, dealer, [{ each: ready, lead: joins }], { isNew: false })
      : undefined;
    const leadHad = former?.get(ready);
    const lead = joins
      ? await getLead(as, joins)
      : await createPlaced(as, [...joined.keys(), ...fresh][0]?.body ?? sent, came);
    const isBeside = !joins && (open !== undefined || beside.size > 0);
    await saveDeliveryResults(db, [
      {
        ...{ id, state: joins ? 'joined' : 'lead', reason: isBeside ? addedDespiteDuplicate : null },
        ...{ lead: lead._id, phone: sender, user, summary: `${lead.name} · ${lead.phone}`, by: actor._id },
        enquiry: leadHad ? { ...enquiry, leadHad } : enquiry,
      },
    ]);
    const answers = !joins || !isWhatsAppMessage({ connection });
    const asked = { ...came, id, connection, names: [...listSenderIds(ready), phone], email: sent.email };
    if (answers) await answerEnquiries(inside, dealer, [asked]);
    if (isWhatsAppMessage({ connection })) {
      const at = clock.now();
      await requeueWaitingDeliveries(db, { connection: connection.id, phone: sender, at });
      await requeueEchoes(db, { people: [...listSenderIds(ready), phone], since: askedAt, at });
    }
    return { lead, hasJoined: joins !== undefined };
  });
}

async function placedEnquiry(context: Context, body: CreateLeadBody, source: LeadSource): Promise<Enquiry> {
  const { name, phone, email = null, vehicleNumber = null, notes = null, serviceCenter, ...rest } = body;
  const { serviceOrCampaign, appointmentDate = null, appointmentTime = null } = rest;
  const { centers, offerings } = await namesOfRecords(context);
  const center = centers.get(serviceCenter);
  const offering = serviceOrCampaign ? offerings.get(serviceOrCampaign) : undefined;
  return {
    ...{ name: name === phone ? null : name, phone, email, vehicleNumber, notes },
    ...{ appointmentDate, appointmentTime, source },
    serviceCenter: center ? { _id: serviceCenter, name: center.name } : null,
    serviceOrCampaign: serviceOrCampaign && offering ? { _id: serviceOrCampaign, ...offering } : null,
  };
}

async function createPlaced(
  as: ActorContext,
  body: CreateLeadBody,
  came: { source: LeadSource; askedAt: Date },
): Promise<Lead> {
  const { phone, serviceCenter: center } = body;
  const [advisor] = await chooseAdvisors(as, [{ phone, center, isLate: came.source.isLate }]);
  const [outcome] = await createLeads(as.db, [{ ...came, context: as, body, advisor }]);
  return unwrapResult(outcome);
}
