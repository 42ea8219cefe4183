import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

type Choice = { value: string; label: string };

/** @returns every time zone of this runtime with its present offset: `Asia/Dhaka (GMT+6)`. */
export function timeZones(locale: string): Choice[] {
  const now = new Date();
  return Intl.supportedValuesOf('timeZone').map((zone) => {
    const parts = new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      timeZoneName: 'shortOffset',
    }).formatToParts(now);
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return { value: zone, label: `${zone.replaceAll('_', ' ')} (${offset})` };
  });
}

/** @returns every country with a telephone code, by name: `Bangladesh (+880)`. */
export function phoneCountries(locale: string): Choice[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return getCountries()
    .map((country) => ({
      value: country,
      label: `${names.of(country) ?? country} (+${getCountryCallingCode(country)})`,
    }))
    .sort((one, other) => one.label.localeCompare(other.label, locale));
}
