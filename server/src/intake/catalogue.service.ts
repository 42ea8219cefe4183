import { offeringTypes } from '#contract/offerings.ts';
import type { ActiveServiceCenter } from '#contract/service-centers.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { findPhones } from '#contract/text/phone.ts';
import type { Context, DealerRules } from '#server/context.ts';
import { listOfferedToday } from '#server/offerings/offerings.service.ts';
import { listActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { readSender } from './mail-quotes.ts';
import { findOwnAddresses } from './own-addresses.db.ts';
import type { Catalogue } from './read-enquiry.ts';
import { createSystemActor } from './system-actor.ts';

/** Reads the service centers, offerings and people that an enquiry can name today. */
export async function readCatalogue(
  context: Context,
  dealer: DealerRules,
): Promise<Omit<Catalogue, 'centers'> & { centers: readonly ActiveServiceCenter[] }> {
  const asked = createSystemActor(context, dealer, { id: '', name: '' });
  const [centers, { numbers, emails }, ...offerings] = await Promise.all([
    listActiveServiceCenters(context),
    findOwnAddresses(context.db),
    ...offeringTypes.map((type) => listOfferedToday(asked, type)),
  ]);
  const { phoneCountry, timeZone } = dealer;
  const today = dateInTimeZone(timeZone, context.clock.now());
  const phones = numbers.flatMap((number) => findPhones(number, phoneCountry));
  return {
    ...{ centers, offerings: offerings.flat(), phoneCountry, today, timeZone },
    own: { phones, emails, sender: readSender(context.mailFrom ?? '')?.address.toLowerCase() },
  };
}
