import { getCountries, getCountryCallingCode, isSupportedCountry, Metadata } from 'libphonenumber-js/min';
import { toInternationalPhone } from '#contract/text/phone.ts';

type NumberingPlan = NonNullable<Metadata['numberingPlan']> & {
  nationalNumberPattern(): string;
  nationalPrefix(): string | undefined;
  nationalPrefixForParsing(): string | undefined;
  nationalPrefixTransformRule(): string | undefined;
  hasTypes(): boolean;
};

/**
 * Makes a function that writes phone numbers like {@link toInternationalPhone}, for very many of them: one pattern reads domestic
 * numbers of countries with simple rules, some fifteen times as fast.
 *
 * @returns a function that returns E.164, and an invalid phone as stored.
 */
export function createInternationalFormat(country: string): (phone: string) => string {
  const plain = plainRules(country);
  if (!plain) return (phone) => toInternationalPhone(phone, country);
  const { isDomestic, prefix, code } = plain;
  return (phone) =>
    isDomestic.test(phone) ? `+${code}${phone.slice(prefix.length)}` : toInternationalPhone(phone, country);
}

// Undefined unless the country has its own calling code and a fixed domestic prefix. A domestic number cannot be read as a call
// abroad, with the calling code, or as valid with its prefix.
function plainRules(country: string): { isDomestic: RegExp; prefix: string; code: string } | undefined {
  if (!isSupportedCountry(country)) return undefined;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan as NumberingPlan;
  const code = getCountryCallingCode(country);
  const prefix = plan.nationalPrefix();
  if (!prefix || plan.nationalPrefixForParsing() !== prefix) return undefined;
  if (plan.nationalPrefixTransformRule() || plan.hasTypes()) return undefined;
  if (getCountries().filter((each) => getCountryCallingCode(each) === code).length > 1) return undefined;
  const pattern = plan.nationalNumberPattern();
  const others = `(?!(?:${plan.IDDPrefix()})|${code}|(?:${pattern})$)`;
  const lengths = plan.possibleLengths().map((digits) => `\\d{${digits}}`);
  return {
    isDomestic: new RegExp(`^${others}${prefix}(?=(?:${lengths.join('|')})$)(?:${pattern})$`),
    prefix,
    code,
  };
}
