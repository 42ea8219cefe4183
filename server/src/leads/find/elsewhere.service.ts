import type { OpenLeadsElsewhere } from '#contract/leads/lead-find.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { countLookupElsewhere, isFirstAnswerElsewhere } from '#server/auth/throttles.service.ts';
import type { ActorContext } from '#server/context.ts';
import { listVisibleCenters } from '#server/leads/record/get-lead.service.ts';
import { findCentersOutside } from './find.db.ts';

const nothing: OpenLeadsElsewhere = { serviceCenters: [], isHeldBack: false };

/**
 * Finds at which other centers somebody has an open enquiry, for a full phone number: the one exception to 'out of scope answers as
 * nonexistent', see docs/decisions. Audited once for each person, number and day. Until something is found, a number that the dealer
 * knows costs the same statements as one that nobody has, so that the time tells nothing.
 *
 * @param text anything; only a phone number and nothing else is answered.
 * @returns `isHeldBack` once the actor has looked up too many numbers.
 */
export async function findOpenLeadsElsewhere(
  context: ActorContext,
  text: string,
): Promise<OpenLeadsElsewhere> {
  const { db, actor, dealer, clock } = context;
  const centers = listVisibleCenters(actor);
  const phone = centers && normalisePhone(text, dealer.phoneCountry);
  if (!phone) return nothing;
  const asked = { employeeId: actor._id, phone, day: dateInTimeZone(dealer.timeZone, clock.now()) };
  if (!(await countLookupElsewhere(context, asked))) return { ...nothing, isHeldBack: true };
  const found = await findCentersOutside(db, phone, centers);
  const [first] = found;
  if (!first) return nothing;
  if (await isFirstAnswerElsewhere(context, asked)) {
    await recordAudit(context, {
      action: 'foundElsewhere',
      actor: actor._id,
      details: { customer: first.customer, serviceCenters: found.map(({ id }) => id) },
    });
  }
  return { serviceCenters: found.map(({ name }) => name), isHeldBack: false };
}
