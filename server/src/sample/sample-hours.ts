import { addDays } from '#contract/text/dates.ts';
import { defaultWeek, type OpeningSpan, type Week, type WorkingHours } from '#contract/working-hours.ts';

const publicHolidays = [
  { day: '02-21', name: 'Language Martyrs’ Day' },
  { day: '03-26', name: 'Independence Day' },
  { day: '04-14', name: 'Pahela Baishakh' },
  { day: '05-01', name: 'May Day' },
  { day: '12-16', name: 'Victory Day' },
  { day: '12-25', name: 'Christmas Day' },
];

const from = (opens: string, closes: string): OpeningSpan[] => [{ from: opens, to: closes }];

function weekOf(
  day: OpeningSpan[],
  { friday = [], thursday = day }: { friday?: OpeningSpan[]; thursday?: OpeningSpan[] } = {},
): Week {
  return [day, day, day, day, thursday, friday, day];
}

const weeks: readonly (Week | null)[] = [
  weekOf(from('08:00', '20:00'), { friday: from('14:30', '20:00') }),
  weekOf(from('09:00', '19:00'), { friday: [...from('09:00', '12:30'), ...from('14:30', '18:00')] }),
  null,
  weekOf([...from('09:00', '13:00'), ...from('14:00', '19:00')]),
  weekOf(from('09:30', '18:30')),
  weekOf(from('09:00', '18:00'), { thursday: from('09:00', '14:00') }),
];

/**
 * Plans the hours of the sample centers; stores nothing. The first two are open on Fridays. Holidays are to come, none of them today
 * or tomorrow.
 *
 * @param since the first day that counts.
 */
export function planSampleHours(centerIds: readonly string[], since: string, today: string): WorkingHours {
  const plans = weeks.flatMap((week, place) => {
    const serviceCenter = centerIds[place];
    return week && serviceCenter ? [{ serviceCenter, validFrom: since, week }] : [];
  });
  const [first = '', second = ''] = centerIds;
  const longer = weekOf(from('08:00', '20:00'), { friday: from('09:00', '18:00') });
  return {
    usual: defaultWeek,
    plans: [
      { serviceCenter: null, validFrom: since, week: defaultWeek },
      ...plans,
      { serviceCenter: second, validFrom: addDays(today, 30), week: longer },
    ],
    holidays: [
      ...publicHolidays.map(({ day, name }) => ({
        serviceCenter: null,
        day: nextOf(day, addDays(today, 2)),
        name,
      })),
      { serviceCenter: first, day: addDays(today, 12), name: 'Staff training' },
    ].sort((one, other) => (one.day < other.day ? -1 : 1)),
    targets: { default: 60, facebook: null, whatsapp: 30, website: 120 },
  };
}

function nextOf(day: string, earliest: string): string {
  const year = Number(earliest.slice(0, 4));
  const thisYear = `${year}-${day}`;
  return thisYear >= earliest ? thisYear : `${year + 1}-${day}`;
}
