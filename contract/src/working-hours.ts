import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type { platforms } from '#contract/leads/leads.ts';
import { calendarDate, timeOfDay } from '#contract/text/dates.ts';
import { settingsVersion } from '#contract/text/list-mark.ts';
import { id, requiredText } from '#contract/text/text.ts';
import { textLength } from './business.ts';
import { managementLevels } from './levels.ts';

/** Limits of working hours: spans of a day, changes of one center’s hours, holidays, and minutes of a target. */
export const workingHoursLimits = { spans: 6, plans: 20, holidays: 500, minutes: 10_080 } as const;

const span = z.strictObject({ from: timeOfDay, to: z.union([timeOfDay, z.literal('24:00')]) });
/** Hours by the center's clock; `to` is excluded, and may be 24:00. */
export type OpeningSpan = z.infer<typeof span>;

/** Finds what is wrong with the spans of a day: the index of the first that is empty or begins before the one ahead of it ends. */
function faultOfSpans(spans: readonly OpeningSpan[]): number | undefined {
  const at = spans.findIndex(({ from, to }, place) => to <= from || from < (spans[place - 1]?.to ?? ''));
  return at === -1 ? undefined : at;
}

/** The opening hours of seven days from Sunday; a day without spans is closed. */
export const week = z
  .array(
    z
      .array(span)
      .max(workingHoursLimits.spans)
      .superRefine((spans, check) => {
        const path = [faultOfSpans(spans) ?? 0, 'to'];
        if (faultOfSpans(spans) !== undefined)
          check.addIssue({ code: 'custom', path, message: messages.spansOutOfOrder });
      }),
  )
  .length(7);
export type Week = z.infer<typeof week>;

const daily = [{ from: '09:00', to: '18:00' }];

/** The week until a dealer sets another: Saturday to Thursday, as in Bangladesh. */
export const defaultWeek: Week = [daily, daily, daily, daily, daily, [], daily];

export const defaultTargetMinutes = 60;

/** Holds from `validFrom` on; `week` null: from then on as centers without hours of their own. */
const plan = z.strictObject({ validFrom: calendarDate, week: week.nullable() });

const plansOfCenter = z.strictObject({
  serviceCenter: id.nullable(),
  plans: z
    .array(plan)
    .max(workingHoursLimits.plans)
    .refine((plans) => isUnique(plans.map(({ validFrom }) => validFrom)), messages.dayTwice),
});

const holiday = z.strictObject({
  serviceCenter: id.nullable(),
  day: calendarDate,
  name: requiredText(textLength.name),
});
/** A day on which one center is closed or, with `serviceCenter` null, all are. */
export type Holiday = z.infer<typeof holiday>;

const minutes = z.int().min(1).max(workingHoursLimits.minutes);

const targets = z.strictObject({
  default: minutes,
  facebook: minutes.nullable(),
  whatsapp: minutes.nullable(),
  website: minutes.nullable(),
} satisfies Record<(typeof platforms)[number] | 'default', z.ZodType>);

/**
 * The opening hours, holidays and targets of all centers. `plans`: of a center or, with `serviceCenter` null, of every center without
 * hours of its own; in the order of `validFrom`; before the first of those, `usual` holds. Holidays are in the order of their days.
 */
export const workingHours = z.object({
  usual: week,
  plans: z.array(plan.extend({ serviceCenter: id.nullable() })),
  holidays: z.array(holiday),
  targets,
});
export type WorkingHours = z.infer<typeof workingHours>;

const storedHours = workingHours.extend({ version: settingsVersion });
/** The working hours with the version that an edit names. */
export type StoredWorkingHours = z.infer<typeof storedHours>;

const editWorkingHoursBody = z.strictObject({
  version: settingsVersion.optional(),
  hours: plansOfCenter
    .refine(
      ({ serviceCenter, plans }) => serviceCenter !== null || plans.every(({ week }) => week !== null),
      messages.invalidValue,
    )
    .optional(),
  holidays: z
    .array(holiday)
    .max(workingHoursLimits.holidays)
    .refine(
      (days) => isUnique(days.map(({ serviceCenter, day }) => `${serviceCenter} ${day}`)),
      messages.dayTwice,
    )
    .optional(),
  targets: targets.optional(),
});
/** Each part replaces what there is: `hours` of one center or of all without their own, all `holidays`, all `targets`. With the `version` that the editor saw, 409 if it changed since. */
export type EditWorkingHoursBody = z.infer<typeof editWorkingHoursBody>;

function isUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

export const getWorkingHours = endpoint({
  method: 'GET',
  path: '/management/workingHours',
  summary:
    'When service centers are open, their holidays, and within how many working minutes an enquiry of each platform is to be answered',
  tag: 'Service centers',
  reads: 'workingHours',
  freshSeconds: 60,
  who: managementLevels,
  reply: storedHours,
});

/** Replaces the hours of a center or of all without their own, all holidays, or all targets; what is absent stays. */
export const editWorkingHours = endpoint({
  method: 'PATCH',
  path: '/management/workingHours',
  summary:
    'Replace the hours of a service center or of all without their own, the holidays, or the targets; enquiries that wait for an answer follow shortly after',
  tag: 'Service centers',
  changes: ['workingHours', 'leads'],
  who: managementLevels,
  body: editWorkingHoursBody,
  reply: storedHours,
  refusals: [409],
});
