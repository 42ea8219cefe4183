import type { Dealer, EditDealerBody } from '#contract/dealer.ts';
import { messages } from '#contract/messages.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  findDealerRow,
  insertDealer,
  isZoneOfDatabase,
  lockDealerRow,
  updateDealer,
} from '#server/dealer/dealer.db.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { invalid, notFound } from '#server/http/refusal.ts';
import { hasLeads, hasLeadsForGood } from '#server/leads/first-lead.service.ts';
import { moveLeadDays } from '#server/leads/lead-days.service.ts';
import { dropPicture, keepPicture, readUpload } from '#server/pictures/pictures.service.ts';

/** What a dealer without a set-up yet is shown as. */
const beforeSetUp: Dealer = {
  isSetUp: false,
  name: 'Pitlane',
  logo: null,
  timeZone: 'Asia/Dhaka',
  phoneCountry: 'BD',
  isPhoneCountryFixed: false,
};

/** The dealer as every screen sees it. */
export async function readDealer(context: Context): Promise<Dealer> {
  const row = await findDealerRow(context.db);
  if (!row) return beforeSetUp;
  return {
    isSetUp: true,
    name: row.name,
    logo: row.logo,
    timeZone: row.time_zone,
    phoneCountry: row.phone_country,
    isPhoneCountryFixed: await hasLeads(context),
  };
}

/** Makes the dealer. @returns false when there is one already. */
export function makeDealer(
  context: Context,
  dealer: Omit<Dealer, 'isSetUp' | 'isPhoneCountryFixed'>,
): Promise<boolean> {
  return insertDealer(context.db, { ...dealer, at: context.clock.now() });
}

/**
 * Changes the dealer; absent fields stay. With another time zone every lead moves to its days there, and the counters that
 * are kept by day with it, in the same transaction. A phone number of the dealer's own country is stored without its calling
 * code, histories included, so another country would make other numbers of them: it is refused once there is a lead.
 *
 * @throws Refusal 400 beside `logo` for what is no picture, beside `timeZone` for one that the database does not know, beside
 * `phoneCountry` for one that comes too late.
 */
export async function editDealer(
  context: ActorContext,
  { name, timeZone, phoneCountry, logo }: EditDealerBody,
  file: UploadedFile | undefined,
): Promise<Dealer> {
  const picture = file && (await readUpload(file, 'whole', 'logo'));
  if (timeZone && !(await isZoneOfDatabase(context.db, timeZone)))
    throw invalid({ timeZone: 'Choose a time zone' });
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const before = await lockDealerRow(db);
    if (!before) throw notFound();
    const isLogoChanged = picture !== undefined || (logo === null && before.logo !== null);
    const fields = [
      ...(name !== undefined && name !== before.name ? ['name'] : []),
      ...(isLogoChanged ? ['logo'] : []),
      ...(timeZone !== undefined && timeZone !== before.time_zone ? ['timeZone'] : []),
      ...(phoneCountry !== undefined && phoneCountry !== before.phone_country ? ['phoneCountry'] : []),
    ];
    if (fields.length === 0) return readDealer(inside);
    if (fields.includes('phoneCountry') && (await hasLeadsForGood(inside)))
      throw invalid({ phoneCountry: messages.phoneCountryFixed });
    await updateDealer(db, {
      name: name ?? before.name,
      time_zone: timeZone ?? before.time_zone,
      phone_country: phoneCountry ?? before.phone_country,
      ...(isLogoChanged && { logo: picture ? await keepPicture(inside, picture) : null }),
    });
    if (isLogoChanged) await dropPicture(inside, before.logo);
    if (timeZone && fields.includes('timeZone')) await moveLeadDays(inside, timeZone);
    await recordAudit(inside, { action: 'settingsChanged', actor: context.actor._id, details: { fields } });
    return readDealer(inside);
  });
}
