import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

const bengaliZero = 0x09e6;

function latinDigits(text: string): string {
  return text.replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero));
}

function parse(input: string, country: string) {
  const defaultCountry: CountryCode = isSupportedCountry(country) ? country : 'BD';
  const parsed = parsePhoneNumberFromString(latinDigits(input), { defaultCountry, extract: false });
  if (!parsed?.isValid()) return undefined;
  return { parsed, isDomestic: parsed.countryCallingCode === getCountryCallingCode(defaultCountry) };
}

/**
 * The one form in which a phone number is stored, answered, searched and compared.
 *
 * @param input what a person typed, in any usual form, Latin or Bengali digits.
 * @param country the dealer's ISO 3166-1 alpha-2 country.
 * @returns national digits (`01712345678`) for the dealer's own country, E.164 for others, undefined for no possible number.
 */
export function normalisePhone(input: string, country: string): string | undefined {
  const number = parse(input, country);
  if (!number) return undefined;
  return number.isDomestic ? number.parsed.formatNational().replace(/\D/g, '') : number.parsed.number;
}

/** @returns a stored phone as people of the dealer's country write it (`01712-345678`); as stored when it is none. */
export function formatPhone(stored: string, country: string): string {
  const number = parse(stored, country);
  if (!number) return stored;
  return number.isDomestic ? number.parsed.formatNational() : number.parsed.formatInternational();
}

/** @returns a stored phone in E.164 (`+8801712345678`); as stored when it is none. */
export function internationalPhone(stored: string, country: string): string {
  return parse(stored, country)?.parsed.number ?? stored;
}
