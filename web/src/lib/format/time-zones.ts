import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

type SearchableChoice = { value: string; label: string; words: string };

const presentNames: Record<string, string> = {
  'Africa/Asmera': 'Asmara',
  'America/Coral_Harbour': 'Atikokan',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

/**
 * Lists the time zones of this runtime: `Dhaka, Bangladesh (GMT+6)`. The IANA name and other spellings of the offset find them too.
 * @param present the zone in use, listed even if the runtime names it otherwise.
 */
export function listTimeZones(locale: string, present: string): SearchableChoice[] {
  const countries = countriesOfZones(locale);
  const now = new Date();
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', present])]
    .map((zone) => {
      const [offset, long] = offsetsOf(zone, now);
      const place = [...new Set([cityOf(zone), ...(countries.get(zone) ?? [])])].join(', ');
      const bare = long.replace('GMT', '');
      const words = `${zone.replaceAll(/[_/]/g, ' ')} ${offset} ${long} UTC${offset.slice(3)} ${bare}`;
      return { value: zone, label: `${place} (${offset})`, words };
    })
    .sort((one, other) => one.label.localeCompare(other.label, locale));
}

/** Lists countries with a calling code: `Bangladesh (+880)`; the ISO code finds them too. */
export function listPhoneCountries(locale: string): SearchableChoice[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return getCountries()
    .map((country) => ({
      value: country,
      label: `${names.of(country) ?? country} (+${getCountryCallingCode(country)})`,
      words: country,
    }))
    .sort((one, other) => one.label.localeCompare(other.label, locale));
}

function cityOf(zone: string): string {
  const [, ...places] = zone.replaceAll('_', ' ').split('/');
  return presentNames[zone] ?? (places.toReversed().join(', ') || zone);
}

function offsetsOf(timeZone: string, now: Date): [string, string] {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  if (!/[+-]/.test(name)) return ['GMT+0', 'GMT+00:00'];
  return [name.replace(/([+-])0/, '$1').replace(':00', ''), name];
}

function countriesOfZones(locale: string): Map<string, string[]> {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const countries = new Map<string, string[]>();
  for (const region of getCountries()) {
    // Older browsers do not know a country's zones and show the city only.
    for (const zone of new Intl.Locale('und', { region }).getTimeZones?.() ?? [])
      countries.set(zone, [names.of(region) ?? region]);
  }
  return countries;
}
