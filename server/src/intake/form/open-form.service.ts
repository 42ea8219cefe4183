import { type WebsiteForm, type WebsiteFormLanguage, websiteFormLanguages } from '#contract/intake/forms.ts';
import type { OfferingChoice } from '#contract/offerings.ts';
import type { ActiveServiceCenter } from '#contract/service-centers.ts';
import type { WorkingHours } from '#contract/working-hours.ts';
import type { Context } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import { readCatalogue } from '#server/intake/catalogue.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { getCachedHours } from '#server/working-hours/working-hours.service.ts';
import { type FormRow, findForm } from './forms.db.ts';

/**
 * A form as a visitor meets it. `centers`, `offerings`: of those chosen, what there is today; `languages`: at least one;
 * `secret`: signs what its pages are given, undefined while it cannot be read.
 */
export type OpenForm = Pick<
  FormRow,
  'id' | 'isPaused' | 'texts' | 'asksDay' | 'thanksAddress' | 'origins'
> & {
  languages: readonly WebsiteFormLanguage[];
  secret: string | undefined;
  dealer: { name: string; logo: string | null };
  centers: readonly ActiveServiceCenter[];
  offerings: readonly Pick<OfferingChoice, '_id' | 'name' | 'type'>[];
  hours: WorkingHours;
  today: string;
  timeZone: string;
  phoneCountry: string;
};

/** Reads a form as a visitor meets it, also while it is paused; undefined when there is none. @param id of its connection. */
export async function openForm(
  context: Context,
  sealing: Sealing,
  id: string,
): Promise<OpenForm | undefined> {
  const row = await findForm(context.db, id);
  if (!row) return undefined;
  const { name, logo, ...rules } = await readDealer(context);
  const [{ centers, offerings, today, phoneCountry }, hours] = await Promise.all([
    readCatalogue(context, rules),
    getCachedHours(context),
  ]);
  const { isPaused, texts, asksDay, thanksAddress, origins } = row;
  return {
    ...{ id, isPaused, texts, asksDay, thanksAddress, origins },
    languages: websiteFormLanguages.filter((language) => texts[language] !== null),
    secret: sealing.unseal(row.secret, id),
    dealer: { name, logo },
    centers: centers.filter(({ _id }) => row.centers.includes(_id)),
    offerings: offerings.filter(({ _id }) => row.offerings.includes(_id)),
    ...{ hours, today, timeZone: rules.timeZone, phoneCountry },
  };
}

/** Returns the path of a form's page on this server. */
export function getFormPath(id: string): WebsiteForm['path'] {
  return `/form/${id}`;
}
