import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { type BookingRules, bookingRuleLimits } from '#contract/bookings/booking-rules.ts';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { calendarDate, timeOfDay } from '#contract/text/dates.ts';
import { optionalText } from '#contract/text/text.ts';
import { type NoticeUnit, splitNotice } from '#web/lib/bookings/place-text.ts';
import { typedWholeNumber, writeWholeNumber } from '#web/ui/field/typed-number.ts';

type TypedCapacity = { perDay: string; perHour: string };
type TypedClosure = { day: string; from: string; to: string; note: string };

/** Rules as they are typed: a closure until midnight ends at `00:00`, and one without hours lasts the whole day. */
export type RulesValues = {
  kind: 'any' | 'limited';
  week: TypedCapacity[];
  daysAhead: string;
  notice: string;
  noticeUnit: NoticeUnit;
  closures: TypedClosure[];
};

export type RulesForm = UseFormReturn<RulesValues, unknown, BookingRules | null>;

const minutesOf = { minutes: 1, hours: 60, days: 1_440 } as const satisfies Record<NoticeUnit, number>;
/** The units in which the notice for a booking is typed. */
export const noticeUnits = Object.keys(minutesOf) as NoticeUnit[];

const midnight = '24:00';
const daysOfWeek = 7;
const cars = typedWholeNumber({ min: 0, max: bookingRuleLimits.cars });
const typedTime = z.union([z.literal('').transform(() => null), timeOfDay], messages.invalidTime);

const closure = z
  .object({
    day: calendarDate,
    from: typedTime,
    to: typedTime,
    note: optionalText(textLength.line).transform((note) => note ?? null),
  })
  .transform(({ to, ...rest }) => ({ ...rest, to: to === '00:00' ? midnight : to }))
  .superRefine(({ from, to }, check) => {
    const fault = (field: 'from' | 'to', message: string) =>
      check.addIssue({ code: 'custom', path: [field], message });
    if (from === null && to !== null) fault('from', messages.required);
    else if (from !== null && to === null) fault('to', messages.required);
    else if (from !== null && to !== null && to <= from) fault('to', messages.closesTooEarly);
  });

const limits = z
  .object({
    week: z.array(z.object({ perDay: cars, perHour: cars })),
    daysAhead: typedWholeNumber({ max: bookingRuleLimits.daysAhead }),
    notice: typedWholeNumber({ max: bookingRuleLimits.noticeMinutes }),
    noticeUnit: z.enum(['minutes', 'hours', 'days']),
    closures: z.array(closure),
  })
  .superRefine(({ notice, noticeUnit }, check) => {
    const isTooLong = (notice ?? 0) * minutesOf[noticeUnit] > bookingRuleLimits.noticeMinutes;
    if (isTooLong) check.addIssue({ code: 'custom', path: ['notice'], message: messages.tooLarge });
  })
  .transform(
    ({ notice, noticeUnit, closures, ...rest }): BookingRules => ({
      ...rest,
      noticeMinutes: notice === null ? null : notice * minutesOf[noticeUnit],
      closures: closures.toSorted(byDayAndTime),
    }),
  );

/** Checks what is typed and answers rules; null for a center that takes any booking, where nothing else matters. */
export const rulesFormSchema = z
  .object({
    kind: z.enum(['any', 'limited']),
    week: z.array(z.object({ perDay: z.string(), perHour: z.string() })),
    daysAhead: z.string(),
    notice: z.string(),
    noticeUnit: z.enum(['minutes', 'hours', 'days']),
    closures: z.array(z.object({ day: z.string(), from: z.string(), to: z.string(), note: z.string() })),
  })
  .transform(({ kind, ...typed }, check): BookingRules | null => {
    if (kind === 'any') return null;
    const { data, error } = limits.safeParse(typed);
    for (const { path, message } of error?.issues ?? [])
      check.addIssue({ code: 'custom', path: [...path], message });
    return data ?? z.NEVER;
  });

/** @returns the rules as they are typed, but for closures that are over. */
export function toRulesValues(rules: BookingRules | null, today: string): RulesValues {
  const notice = splitNotice(rules?.noticeMinutes ?? 0);
  return {
    kind: rules ? 'limited' : 'any',
    week: Array.from({ length: daysOfWeek }, (_, day) => ({
      perDay: writeWholeNumber(rules?.week[day]?.perDay),
      perHour: writeWholeNumber(rules?.week[day]?.perHour),
    })),
    daysAhead: writeWholeNumber(rules?.daysAhead),
    notice: rules?.noticeMinutes ? notice.count.toString() : '',
    noticeUnit: rules?.noticeMinutes ? notice.unit : 'hours',
    closures: (rules?.closures ?? [])
      .filter(({ day }) => day >= today)
      .map(({ day, from, to, note }) => ({
        day,
        from: from ?? '',
        to: to === midnight ? '00:00' : (to ?? ''),
        note: note ?? '',
      })),
  };
}

/** Adds the closures that are over, which the form does not show; of too many, the oldest go. */
export function keepPastClosures(
  rules: BookingRules,
  before: BookingRules | null,
  today: string,
): BookingRules {
  const past = before?.closures.filter(({ day }) => day < today) ?? [];
  return { ...rules, closures: [...past, ...rules.closures].slice(-bookingRuleLimits.closures) };
}

function byDayAndTime(
  one: BookingRules['closures'][number],
  other: BookingRules['closures'][number],
): number {
  return one.day.localeCompare(other.day) || (one.from ?? '').localeCompare(other.from ?? '');
}
