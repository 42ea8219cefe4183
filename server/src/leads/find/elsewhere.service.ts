import type { Elsewhere } from '#contract/leads/lead-find.ts';
import { dateIn } from '#contract/text/dates.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { countNumberElsewhere, hasAskedElsewhereEnough } from '#server/auth/throttles.service.ts';
import type { ActorContext } from '#server/context.ts';
import { visibleCenters } from '#server/leads/record/get-lead.service.ts';
import { findCentersOutside, findCustomerOf } from './find.db.ts';

const nothing: Elsewhere = { serviceCenters: [], isHeldBack: false };

/**
 * The one exception to 'out of scope answers as nonexistent', see docs/decisions: for a full phone number, at which other centers
 * somebody has an open enquiry. Audited once for each person, number and day.
 *
 * @param text anything; only a phone number and nothing else is answered.
 */
export async function openElsewhere(context: ActorContext, text: string): Promise<Elsewhere> {
  const { db, actor, dealer, clock } = context;
  const centers = visibleCenters(actor);
  const phone = centers && normalisePhone(text, dealer.phoneCountry);
  if (!phone) return nothing;
  // Also for numbers that nobody has: else being held back would tell.
  if (await hasAskedElsewhereEnough(context, actor._id)) return { ...nothing, isHeldBack: true };
  const customer = await findCustomerOf(db, phone);
  const found = customer ? await findCentersOutside(db, customer, centers) : [];
  if (!customer || found.length === 0) return nothing;
  const day = dateIn(dealer.timeZone, clock.now());
  if (await countNumberElsewhere(context, actor._id, phone, day)) {
    await recordAudit(context, {
      action: 'foundElsewhere',
      actor: actor._id,
      details: { customer, serviceCenters: found.map(({ id }) => id) },
    });
  }
  return { serviceCenters: found.map(({ name }) => name), isHeldBack: false };
}
