import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { defaultNeglectedAfterDays } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import type { Dealer, EditDealerBody, NeglectedAfterDays } from '#contract/dealer.ts';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { invalidFields, notFound } from '#server/lib/refusal.ts';
import { deleteStoredPictures, readUpload, storePicture } from '#server/pictures/pictures.service.ts';
import { retimeResponses } from '#server/working-hours/working-hours.service.ts';
import {
  findDealerRow,
  hasLeads,
  insertDealer,
  isTimeZoneOfDatabase,
  lockDealer,
  updateDealer,
} from './dealer.db.ts';
import { toDealerRules } from './dealer-rules.service.ts';

type StoredDealer = Omit<Dealer, 'mail' | 'registration' | 'isLocalOnly'>;

/** Counts every lead by days of another time zone: `countLeadDays`, which `app.ts` hands in. */
export type CountLeadDays = (
  context: Context,
  zones: { from: string; to: string },
  announce: (context: Pick<Context, 'db'>) => Promise<void>,
) => Promise<void>;

const beforeSetUp: StoredDealer = {
  isSetUp: false,
  name: 'Pitlane',
  logo: null,
  timeZone: 'Asia/Dhaka',
  phoneCountry: 'BD',
  isPhoneCountryFixed: false,
  dialling: getDialling('BD'),
  serviceMayCorrect: false,
  serviceMayMerge: false,
  serviceMayOverbook: false,
  joinsOpenLeads: true,
  neglectedAfterDays: defaultNeglectedAfterDays,
};

/**
 * Derives how numbers of a country are dialled from an example of its mobile numbers.
 *
 * @returns the calling code without `+`, and what stands before a number dialled at home; null where a number changes otherwise.
 */
export function getDialling(country: string): Dealer['dialling'] {
  const example = isSupportedCountry(country) ? getExampleNumber(country, examples) : undefined;
  const stored = example && normalisePhone(example.number, country);
  if (!example || !stored?.endsWith(example.nationalNumber)) return null;
  return { code: example.countryCallingCode, trunk: stored.slice(0, -example.nationalNumber.length) };
}

/** Reads the dealer; before set-up, what a new dealer begins with. */
export async function readDealer(context: Context): Promise<StoredDealer> {
  const row = await findDealerRow(context.db);
  if (!row) return beforeSetUp;
  return {
    isSetUp: true,
    name: row.name,
    logo: row.logo,
    ...toDealerRules(row),
    joinsOpenLeads: row.joins_open_leads,
    neglectedAfterDays: row.neglected_after_days,
    isPhoneCountryFixed: await hasLeads(context.db),
    dialling: getDialling(row.phone_country),
  };
}

/** Creates the one dealer. @returns false when there is one already. */
export function createDealer(
  context: Context,
  dealer: Pick<Dealer, 'name' | 'logo' | 'timeZone' | 'phoneCountry'>,
): Promise<boolean> {
  return insertDealer(context.db, { ...dealer, at: context.clock.now() });
}

/**
 * Edits the dealer, and audits it; absent fields stay. A new time zone takes effect once every lead is counted by its days; people go
 * on writing, and if it breaks off, the old one stays. The phone country is fixed with the first lead: domestic numbers have no
 * calling code.
 *
 * @throws Refusal 400 beside `logo` unless it is a picture, `timeZone` unless the database knows it, `phoneCountry` once fixed.
 */
export async function editDealer(
  context: ActorContext,
  {
    name,
    timeZone,
    phoneCountry,
    serviceMayCorrect,
    serviceMayMerge,
    serviceMayOverbook,
    joinsOpenLeads,
    neglectedAfterDays,
    logo,
  }: EditDealerBody,
  file: UploadedFile | undefined,
  countLeadDays: CountLeadDays,
): Promise<StoredDealer> {
  const picture = file && (await readUpload(context, file, 'whole', 'logo'));
  if (timeZone && !(await isTimeZoneOfDatabase(context.db, timeZone)))
    throw invalidFields({ timeZone: 'Choose a time zone' });
  return inTransaction(context, async (inside) => {
    await lockDealer(inside.db);
    const before = await findDealerRow(inside.db);
    if (!before) throw notFound();
    const isLogoChanged = picture !== undefined || (logo === null && before.logo !== null);
    const fields = [
      ...(name !== undefined && name !== before.name ? ['name'] : []),
      ...(isLogoChanged ? ['logo'] : []),
      ...(timeZone !== undefined && timeZone !== before.time_zone ? ['timeZone'] : []),
      ...(phoneCountry !== undefined && phoneCountry !== before.phone_country ? ['phoneCountry'] : []),
      ...(serviceMayCorrect !== undefined && serviceMayCorrect !== before.service_may_correct
        ? ['serviceMayCorrect']
        : []),
      ...(serviceMayMerge !== undefined && serviceMayMerge !== before.service_may_merge
        ? ['serviceMayMerge']
        : []),
      ...(serviceMayOverbook !== undefined && serviceMayOverbook !== before.service_may_overbook
        ? ['serviceMayOverbook']
        : []),
      ...(joinsOpenLeads !== undefined && joinsOpenLeads !== before.joins_open_leads
        ? ['joinsOpenLeads']
        : []),
      ...(neglectedAfterDays !== undefined && areOther(neglectedAfterDays, before.neglected_after_days)
        ? ['neglectedAfterDays']
        : []),
    ];
    if (fields.length === 0) return readDealer(inside);
    if (fields.includes('phoneCountry') && (await hasLeads(inside.db))) throw phoneCountryFixed();
    if (timeZone && fields.includes('timeZone'))
      await prepareTimeZone(context, { from: before.time_zone, to: timeZone }, countLeadDays);
    if (fields.includes('phoneCountry') && (await hasLeads(inside.db, { untilCommit: true })))
      throw phoneCountryFixed();
    await updateDealer(inside.db, {
      name: name ?? before.name,
      time_zone: timeZone ?? before.time_zone,
      next_time_zone: null,
      phone_country: phoneCountry ?? before.phone_country,
      service_may_correct: serviceMayCorrect ?? before.service_may_correct,
      service_may_merge: serviceMayMerge ?? before.service_may_merge,
      service_may_overbook: serviceMayOverbook ?? before.service_may_overbook,
      joins_open_leads: joinsOpenLeads ?? before.joins_open_leads,
      neglected_after_days: JSON.stringify(neglectedAfterDays ?? before.neglected_after_days),
      ...(isLogoChanged && { logo: picture ? await storePicture(inside, picture) : null }),
    });
    if (isLogoChanged) await deleteStoredPictures(inside, [before.logo]);
    if (fields.includes('timeZone')) await retimeResponses(inside);
    await recordAudit(inside, { action: 'settingsChanged', actor: context.actor._id, details: { fields } });
    return readDealer(inside);
  });
}

async function prepareTimeZone(
  context: Context,
  zones: { from: string; to: string },
  countLeadDays: CountLeadDays,
): Promise<void> {
  const announce = (next: string | null) => (inside: Pick<Context, 'db'>) =>
    updateDealer(inside.db, { next_time_zone: next });
  try {
    await countLeadDays(context, zones, announce(zones.to));
  } catch (error) {
    await announce(null)(context);
    throw error;
  }
}

function areOther(days: NeglectedAfterDays, before: NeglectedAfterDays): boolean {
  return openStatuses.some((status) => days[status] !== before[status]);
}

function phoneCountryFixed() {
  return invalidFields({ phoneCountry: messages.phoneCountryFixed });
}
