import { describe, expect, test } from 'vitest';
import { logContactBody } from '#contract/contacts.ts';
import { addDays, dateInTimeZone, daysBetween, instantInTimeZone } from '#contract/text/dates.ts';
import { addWorkingMinutes, getOpeningSpans, getTargetMinutes } from '#contract/working-time.ts';
import { createRandom } from './random.ts';
import { type Entry, planEntries } from './sample-days.ts';
import { planSampleHours } from './sample-hours.ts';
import { type Act, planLeadHistory } from './sample-plan.ts';
import { phonesOfOne, phoneTwice, planDuplicateEntries } from './sample-twins.ts';

const timeZone = 'Asia/Dhaka';
const centers = ['a', 'b', 'c', 'd', 'e', 'f'];

type Planned = { entry: Entry; center: string; acts: Act[]; due: Date | undefined };

function planned(now: Date) {
  const today = dateInTimeZone(timeZone, now);
  const hours = planSampleHours(centers, addDays(today, -190), today);
  const random = createRandom(7);
  const leads = planEntries(random, { timeZone, now, days: 190, leads: 2_700 }).map((entry): Planned => {
    const center = centers[entry.center] ?? '';
    const place = { hours, timeZone, center };
    const acts = planLeadHistory({ random, reasons: ['Price'], place }, entry).filter(({ at }) => at < now);
    const minutes = getTargetMinutes(hours, entry.platform);
    return { entry, center, acts, due: addWorkingMinutes(hours, { ...place, from: entry.at, minutes }) };
  });
  return { today, hours, leads };
}

const lastOf = ({ acts }: Planned) => ({
  status: acts.findLast(({ change }) => change?.status)?.change?.status ?? 'pending',
  followUp: acts.findLast(({ change }) => change?.nextFollowUpDates)?.change?.nextFollowUpDates?.at(-1) ?? '',
  appointment: acts.findLast(({ change }) => change?.appointmentDate)?.change?.appointmentDate ?? '',
});

describe.each([
  ['a Monday morning', '2026-11-23', '10:20'],
  ['a Friday before noon', '2026-11-27', '11:40'],
  ['a night', '2026-11-26', '03:10'],
  ['right after midnight', '2026-11-25', '00:01'],
  ['a Saturday evening', '2026-11-28', '21:30'],
])('started on %s', (_name, day, time) => {
  const now = instantInTimeZone(timeZone, day, time);
  const { today, hours, leads } = planned(now);

  test('there are leads and customers to merge', () => {
    const twins = planDuplicateEntries(
      leads.map(({ entry }) => entry),
      timeZone,
      now,
    );
    const phones = Array.from(twins.values(), ({ phone }) => phone).filter((phone) =>
      [phoneTwice, ...phonesOfOne].includes(phone),
    );
    expect(phones.sort()).toEqual([phoneTwice, phoneTwice, ...phonesOfOne]);
  });

  test('there is a day’s work, some of it late, nothing for long', () => {
    expect(leads).toHaveLength(2_700);
    expect(leads.every(({ entry }) => entry.at <= now)).toBe(true);

    const unanswered = leads.filter(({ acts }) => acts.length === 0);
    const isOver = ({ due }: Planned) => due !== undefined && due <= now;
    const ofToday = unanswered.filter(({ entry }) => dateInTimeZone(timeZone, entry.at) === today);
    expect(ofToday.filter((lead) => !isOver(lead)).length).toBeGreaterThanOrEqual(4);
    const ages = (dates: string[]) => dates.map((date) => daysBetween(date, today));
    const over = ages(unanswered.filter(isOver).map(({ due }) => dateInTimeZone(timeZone, due ?? now)));
    const open = leads.map(lastOf);
    const overdue = ages(open.flatMap(({ status, followUp }) => (status === 'potential' ? [followUp] : [])));
    const booked = ages(
      open.flatMap(({ status, appointment }) => (status === 'booked' ? [appointment] : [])),
    );
    for (const late of [over, overdue.filter((age) => age > 0), booked.filter((age) => age > 0)]) {
      expect(late.length).toBeGreaterThanOrEqual(3);
      expect(late.length).toBeLessThanOrEqual(20);
      expect(Math.max(...late)).toBeLessThanOrEqual(14);
    }
    expect(
      overdue.filter((age) => age === 0).length + booked.filter((age) => age >= -1).length,
    ).toBeGreaterThan(5);
  });

  test('more enquiries come in 90 days than in the 90 before, not many more', () => {
    const countBetween = (from: number, to: number) =>
      leads.filter(({ entry }) => {
        const age = daysBetween(dateInTimeZone(timeZone, entry.at), today);
        return from <= age && age < to;
      }).length;
    const growth = countBetween(0, 90) / countBetween(90, 180);
    expect(growth).toBeGreaterThan(1.02);
    expect(growth).toBeLessThan(1.25);
  });

  test('most enquiries are answered within their target, not all', () => {
    const answers = leads.flatMap(({ acts, due }) => (acts[0] && due ? [acts[0].at <= due] : []));
    const share = answers.filter((isMet) => isMet).length / answers.length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.88);
  });

  test('people work in the hours of their center, one act after another, as the server takes it', () => {
    const isWorkingTime = (center: string, at: Date) => {
      const date = dateInTimeZone(timeZone, at);
      return getOpeningSpans(hours, center, date).some(
        ({ from, to }) =>
          instantInTimeZone(timeZone, date, from) < at && at <= instantInTimeZone(timeZone, date, to),
      );
    };
    const wrong = leads.flatMap(({ entry, center, acts }) =>
      acts.filter(({ at, said }, place) => {
        const isLater = at > (acts[place - 1]?.at ?? entry.at);
        return !(isLater && isWorkingTime(center, at) && (!said || logContactBody.safeParse(said).success));
      }),
    );
    expect(wrong).toEqual([]);
  });
});
