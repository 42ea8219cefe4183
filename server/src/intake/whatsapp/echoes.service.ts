import { logMessageFromPhone } from '#server/contacts/phone-messages.service.ts';
import type { Context, DealerRules } from '#server/context.ts';
import { readErasedNumbers, waitForErasures } from '#server/customers/erased-numbers.service.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { lockClaims } from '#server/intake/claimed-deliveries.db.ts';
import { type DeliveryResult, saveDeliveryResults } from '#server/intake/deliveries.db.ts';
import { eraseDeliveryTexts } from '#server/intake/forget-deliveries.db.ts';
import { type MatchableEnquiry, matchToLeads } from '#server/intake/joining.service.ts';
import type { ClaimedReading } from '#server/intake/read-deliveries.service.ts';
import { createSystemActor } from '#server/intake/system-actor.ts';
import { hasEnquiryAfter } from './echoes.db.ts';

/** Tells whether a message was written by somebody of the dealer's, in the WhatsApp Business app. */
export function isEcho({ readings: [reading] }: ClaimedReading): boolean {
  return reading?.parsed.isEcho === true;
}

/**
 * Logs what somebody of the dealer's has written in the WhatsApp Business app as a contact on the open lead that the customer's own
 * messages would join; it never makes one. Nobody knows who wrote it, so nobody becomes the advisor.
 *
 * @returns false before the dealer is set up.
 */
export async function workEchoes(inside: Context, read: readonly ClaimedReading[]): Promise<boolean> {
  const { db } = inside;
  const dealer = await readDealerRules(db);
  if (!dealer) return false;
  await waitForErasures(inside);
  const ours = await lockClaims(
    db,
    read.map(({ delivery }) => delivery),
  );
  const recipients = read.flatMap(({ readings: [reading] }) => [reading?.read.phone, reading?.read.user]);
  const isErased = await readErasedNumbers(
    inside,
    recipients.filter((each) => typeof each === 'string'),
  );
  const results: DeliveryResult[] = [];
  const erased: string[] = [];
  const ready: MatchableEnquiry[] = [];
  for (const { delivery, connection, readings } of read) {
    const { id, receivedAt } = delivery;
    const [reading] = readings;
    if (!reading || !ours.has(id)) continue;
    const { phone, user, ignored, source, enquiry, askedAt } = reading.read;
    if ([phone, user].some((name) => name !== null && isErased(name, receivedAt))) erased.push(id);
    else if (ignored || !phone)
      results.push({ id, state: 'ignored', reason: ignored ?? 'unknownAnswer', phone, user, summary: phone });
    else {
      const writtenAt = askedAt && askedAt < receivedAt ? askedAt : receivedAt;
      const told = { connection, source, enquiry, askedAt: writtenAt };
      ready.push({ id, ...told, sender: phone, user, given: null, phone, summary: phone, body: null });
    }
  }
  const { joined } = await matchToLeads(inside, ready);
  const leads = new Map([...joined].map(([{ id }, lead]) => [id, lead]));
  for (const each of ready) {
    const lead = leads.get(each.id);
    results.push(await answerLead(inside, dealer, each, typeof lead === 'string' ? lead : undefined));
  }
  const parsed = new Map(read.map(({ delivery, readings: [reading] }) => [delivery.id, reading?.parsed]));
  await saveDeliveryResults(
    db,
    results.map((result) => {
      const own = parsed.get(result.id);
      return own ? { ...result, parsed: own } : result;
    }),
  );
  await eraseDeliveryTexts(db, { ids: erased });
  return false;
}

async function answerLead(
  inside: Context,
  dealer: DealerRules,
  { id, connection, sender, user, phone, enquiry, askedAt }: MatchableEnquiry,
  lead: string | undefined,
): Promise<DeliveryResult> {
  const told = { id, phone: sender, user, summary: phone };
  if (!lead) return { ...told, state: 'ignored', reason: 'noOpenLead' };
  const contact = await logMessageFromPhone(createSystemActor(inside, dealer, connection), lead, {
    text: enquiry?.notes ?? null,
    at: askedAt,
    hasAskedSince: await hasEnquiryAfter(inside.db, lead, id),
  });
  if (!contact) return { ...told, state: 'ignored', reason: 'beforeLead' };
  return { ...told, state: 'joined', lead, contact };
}
