import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { addDays, calendarDate, daysBetween, timeOfDay } from '#contract/text/dates.ts';
import { requiredText } from '#contract/text/text.ts';
import { type Holiday, type Week, type WorkingHours, workingHoursLimits } from '#contract/working-hours.ts';
import { getWeekOn } from '#contract/working-time.ts';

type TypedSpan = { from: string; to: string };

/** Opening hours as they are typed: midnight closes at `00:00`. */
export type HoursValues = { validFrom: string; kind: 'same' | 'own'; week: { spans: TypedSpan[] }[] };

const midnight = '24:00';
const closingOf = ({ to }: TypedSpan) => (to === '00:00' ? midnight : to);

type Fault = { at: number; field: keyof TypedSpan; message: string };

function faultsOf(spans: readonly TypedSpan[]): Fault[] {
  return spans.flatMap((span, at): Fault | Fault[] => {
    const broken = (['from', 'to'] as const).filter((field) => !timeOfDay.safeParse(span[field]).success);
    if (broken.length > 0) return broken.map((field) => ({ at, field, message: messages.invalidTime }));
    if (closingOf(span) <= span.from) return { at, field: 'to', message: messages.closesTooEarly };
    const overlaps = spans
      .slice(0, at)
      .some((other) => other.from < closingOf(span) && span.from < closingOf(other));
    return overlaps ? { at, field: 'from', message: messages.spansOverlap } : [];
  });
}

/** Checks what is typed and answers a plan; the spans of a day may be in any order. */
export function hoursFormSchema(today: string) {
  const typedSpan = z.object({ from: z.string(), to: z.string() });
  return z
    .object({
      validFrom: calendarDate.refine((day) => day >= today, messages.dateInPast),
      kind: z.enum(['same', 'own']),
      week: z.array(z.object({ spans: z.array(typedSpan) })),
    })
    .superRefine(({ kind, week }, check) => {
      if (kind === 'same') return;
      week.forEach(({ spans }, day) => {
        for (const { at, field, message } of faultsOf(spans))
          check.addIssue({ code: 'custom', path: ['week', day, 'spans', at, field], message });
      });
    })
    .transform(({ validFrom, kind, week }) => ({
      validFrom,
      week:
        kind === 'same'
          ? null
          : week.map(({ spans }) =>
              spans
                .map((span) => ({ from: span.from, to: closingOf(span) }))
                .sort((one, other) => one.from.localeCompare(other.from)),
            ),
    }));
}

/** Returns what holds on `day`. @param center null: for centers without hours of their own. */
export function toHoursValues(hours: WorkingHours, center: string | null, day: string): HoursValues {
  const plan = hours.plans
    .filter(({ serviceCenter, validFrom }) => serviceCenter === center && validFrom <= day)
    .at(-1);
  const week = getWeekOn(hours, center, day);
  return {
    validFrom: day,
    kind: center === null || plan?.week ? 'own' : 'same',
    week: week.map((spans) => ({
      spans: spans.map(({ from, to }) => ({ from, to: to === midnight ? '00:00' : to })),
    })),
  };
}

type Plan = { validFrom: string; week: Week | null };

/** Returns the plans of a center once `plan` is among them, instead of that of `former`; of many, the newest. */
export function replacePlan(
  { plans }: WorkingHours,
  center: string | null,
  { plan, former }: { plan?: Plan; former?: string },
): Plan[] {
  const others = plans
    .filter(({ serviceCenter }) => serviceCenter === center)
    .filter(({ validFrom }) => validFrom !== plan?.validFrom && validFrom !== former)
    .map(({ validFrom, week }) => ({ validFrom, week }));
  return [...others, ...(plan ? [plan] : [])]
    .sort((one, other) => one.validFrom.localeCompare(other.validFrom))
    .slice(-workingHoursLimits.plans);
}

type HolidayValues = { name: string; from: string; to: string; serviceCenter: string };

const longestHoliday = 60;

/** Checks the form of holidays and answers them one a day. */
export const holidaysFormSchema = z
  .object({
    holidays: z.array(
      z.object({
        name: requiredText(textLength.name),
        from: calendarDate,
        to: z.union([z.literal(''), calendarDate], messages.invalidDate),
        serviceCenter: z.string(),
      }),
    ),
  })
  .superRefine(({ holidays }, check) => {
    holidays.forEach(({ from, to, serviceCenter }, at) => {
      const last = to || from;
      const fault = (field: 'from' | 'to', message: string) =>
        check.addIssue({ code: 'custom', path: ['holidays', at, field], message });
      if (last < from) fault('to', messages.endBeforeStart);
      else if (daysBetween(from, last) >= longestHoliday) fault('to', messages.invalidDate);
      const isTwice = holidays
        .slice(0, at)
        .some(
          (other) =>
            other.serviceCenter === serviceCenter && other.from <= last && from <= (other.to || other.from),
        );
      if (isTwice) fault('from', messages.dayTwice);
    });
  });

/** Returns holidays as their form holds them: days in a row of one name and center are one line. */
export function groupHolidays(holidays: readonly Holiday[]): HolidayValues[] {
  const groups: HolidayValues[] = [];
  for (const { serviceCenter, day, name } of holidays) {
    const center = serviceCenter ?? '';
    const before = groups.find(
      (group) =>
        group.name === name && group.serviceCenter === center && addDays(group.to || group.from, 1) === day,
    );
    if (before) before.to = day;
    else groups.push({ name, from: day, to: '', serviceCenter: center });
  }
  return groups;
}

/** Returns the holidays of the form's lines, one a day. */
export function ungroupHolidays(groups: readonly HolidayValues[]): Holiday[] {
  return groups.flatMap(({ name, from, to, serviceCenter }) =>
    Array.from({ length: daysBetween(from, to || from) + 1 }, (_, day) => ({
      serviceCenter: serviceCenter || null,
      day: addDays(from, day),
      name,
    })),
  );
}

/** Tells whether the last day of a line of holidays is past. */
export function isPastHoliday({ from, to }: HolidayValues, today: string): boolean {
  return (to || from) < today;
}
