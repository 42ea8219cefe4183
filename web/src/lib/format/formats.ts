const dayOfYear = { day: 'numeric', month: 'short' } as const;
const dayOfDate = { ...dayOfYear, year: 'numeric' } as const;
const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const timeOfDay = { hour: 'numeric', minute: '2-digit', hour12: true } as const;

/**
 * Writes dates (`YYYY-MM-DD`), times (`HH:MM`) and, in a time zone (IANA name), instants (ISO 8601) in a language.
 */
export function createFormats(language: string, timeZone: string) {
  const locale = language === 'en' ? 'en-GB' : language;
  // No line ends before "am" or "pm".
  const write = (at: Date | number, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, parts).format(at).replace(/\s(?=[ap]m$)/, '\u00a0');
  const date = (text: string, parts: Intl.DateTimeFormatOptions = dayOfDate) => {
    const at = new Date(`${text.slice(0, 10)}T00:00:00Z`);
    return Number.isNaN(at.valueOf()) ? text : write(at, { timeZone: 'UTC', ...parts });
  };
  const shortList = new Intl.ListFormat(language, { type: 'unit', style: 'short' });
  return {
    date: (text: string) => date(text),

    nearDate: (text: string, near: string) =>
      date(text, text.slice(0, 4) === near.slice(0, 4) ? dayOfYear : dayOfDate),

    /** Writes a day with its weekday, and its year unless that is the one of `near`. */
    weekday: (text: string, near: string) =>
      date(text, { weekday: 'long', ...(text.slice(0, 4) === near.slice(0, 4) ? dayOfYear : dayOfDate) }),

    shortWeekday: (text: string) => date(text, { weekday: 'short', day: 'numeric' }),

    time: (text: string) => write(new Date(`1970-01-01T${text}:00Z`), { timeZone: 'UTC', ...timeOfDay }),

    day: (instant: string) => write(new Date(instant), { timeZone, ...dayOfDate }),

    moment: (instant: string) => write(new Date(instant), { timeZone, ...dayOfDate, ...timeOfDay }),

    timeOf: (instant: number) => write(instant, { timeZone, ...timeOfDay }),

    bytes: (count: number) => {
      const place = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: sizes[place],
        maximumSignificantDigits: 3,
      }).format(count / 1_000 ** place);
    },

    list: (words: readonly string[]) => shortList.format(words),

    all: (words: readonly string[]) => new Intl.ListFormat(language).format(words),
  };
}
