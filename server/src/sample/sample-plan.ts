import { lostFollowUps } from '#contract/business.ts';
import type { LogContactBody } from '#contract/contacts.ts';
import type { LeadProgressChange } from '#contract/leads/lead-status.ts';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import { getOpeningSpans } from '#contract/working-time.ts';
import type { Random } from './random.ts';
import { drawFailedContact, drawReachedContact } from './sample-contacts.ts';
import {
  addOpenMinutes,
  drawMomentFrom,
  drawMomentOn,
  type Entry,
  type Fate,
  findOpenDay,
  type Workplace,
} from './sample-days.ts';
import { followUpNotes } from './sample-words.ts';

/** An act on a sample lead at a moment. `outcome`: of the booking, said before what is said and changed of the lead. */
export type Act = {
  at: Date;
  outcome?: 'arrived' | 'didNotCome';
  said?: LogContactBody;
  change?: LeadProgressChange;
};

const timesOfDay = ['09:30', '10:00', '10:30', '11:00', '12:00', '14:30', '15:00', '16:00', '17:30'];

const minutesLate = 4;

const usualAnswer = 20;

const paces = [0.8, 0.9, 1.2, 0.8, 1, 1.6];

type Life = { random: Random; reasons: readonly string[]; place: Workplace; fate: Fate; acts: Act[] };

/** Plans what is done to a sample lead after its entry, in order of time; does none of it. */
export function planLeadHistory(chances: Pick<Life, 'random' | 'reasons' | 'place'>, entry: Entry): Act[] {
  const { random, place } = chances;
  const life: Life = { ...chances, fate: entry.fate, acts: [] };
  if (entry.fate === 'unanswered') return [];
  const answer = addOpenMinutes(place, entry.at, answerMinutes(random) * (paces[entry.center] ?? 1));
  if (entry.fate === 'triedOnce') {
    const again = random.chance(0.4) ? addOpenMinutes(place, answer, 120) : undefined;
    life.acts.push({ at: answer, said: drawFailedContact(random, again) });
  } else if (entry.fate === 'noOutcome') book(life, answer);
  else if (entry.fate !== 'usual') followUp(life, answer, [], 0);
  else begin(life, random.chance(0.25) ? tryInVain(life, answer) : answer);
  return life.acts;
}

function answerMinutes(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());
  return Math.min(900, Math.max(1, Math.round(usualAnswer * 3 ** normal)));
}

function tryInVain({ random, place, acts }: Life, first: Date): Date {
  let at = first;
  for (let left = random.pick([1, 1, 2]); left > 0; left--) {
    const again = addOpenMinutes(place, at, random.pick([60, 120, 240, 480]));
    acts.push({ at, said: drawFailedContact(random, again) });
    at = addOpenMinutes(place, again, random.between(0, 50));
  }
  return at;
}

function begin(life: Life, at: Date): void {
  const { random } = life;
  const first = random.unit();
  if (first < 0.58) followUp(life, at, [], 0);
  else if (first < 0.8) book(life, at);
  else if (first < 0.88) step(life, at, { status: 'completed', jobId: jobId(random) });
  else lose(life, at);
}

function step(
  { random, fate, acts }: Life,
  at: Date,
  change: LeadProgressChange,
  outcome?: Act['outcome'],
): void {
  const isCall = fate !== 'followUpOfNobody' && random.chance(0.8);
  acts.push({ at, change, ...(outcome && { outcome }), ...(isCall && { said: drawReachedContact(random) }) });
}

function followUp(life: Life, at: Date, earlier: string[], count: number): void {
  const { random, place, fate } = life;
  const day = dateInTimeZone(place.timeZone, at);
  const next = findOpenDay(place, addDays(day, random.between(1, fate === 'usual' ? 5 : 2)));
  const nextFollowUpDates = [...earlier, next];
  const notes = random.pick(followUpNotes);
  step(life, at, {
    ...(count === 0 ? { status: 'potential' } : { followUpCount: count }),
    nextFollowUpDates,
    notes,
  });
  if (fate !== 'usual') return;
  const calledOn = random.chance(0.88) ? next : addDays(next, random.between(1, 2));
  const called = drawMomentFrom(random, place, calledOn, at);
  const outcome = random.unit();
  if (outcome < 0.46) book(life, called);
  else if (outcome < 0.54) step(life, called, { status: 'completed', jobId: jobId(random) });
  else if (outcome < 0.68 || count === 2) lose(life, called);
  else followUp(life, called, nextFollowUpDates, count + 1);
}

function book(life: Life, at: Date): void {
  const { random, place, fate, acts } = life;
  const { timeZone } = place;
  const ahead = fate === 'usual' ? random.between(1, 8) : 1;
  const appointmentDate = findOpenDay(place, addDays(dateInTimeZone(timeZone, at), ahead));
  const appointmentTime = timeOn(life, appointmentDate);
  step(life, at, { status: 'booked', appointmentDate, appointmentTime });
  if (fate !== 'usual') return;
  const reminded = random.chance(0.6) && drawMomentOn(random, place, addDays(appointmentDate, -1), at);
  if (reminded) acts.push({ at: reminded, said: drawReachedContact(random) });
  const begins = instantInTimeZone(timeZone, appointmentDate, appointmentTime);
  const outcome = random.unit();
  if (outcome < 0.84) {
    complete(life, begins);
  } else if (outcome < 0.92) {
    const moved = findOpenDay(place, addDays(appointmentDate, random.between(1, 5)));
    const time = timeOn(life, moved);
    const change = { appointmentDate: moved, appointmentTime: time };
    step(life, addOpenMinutes(place, begins, random.between(10, 60)), change, 'didNotCome');
    complete(life, instantInTimeZone(timeZone, moved, time));
  } else {
    lose(life, drawMomentFrom(random, place, addDays(appointmentDate, 1), begins), 'didNotCome');
  }
}

function complete({ random, place, acts }: Life, begins: Date): void {
  acts.push({ at: addOpenMinutes(place, begins, minutesLate), outcome: 'arrived' });
  const done = addOpenMinutes(place, begins, random.between(60, 400));
  const late = addDays(dateInTimeZone(place.timeZone, done), random.between(1, 2));
  const at = random.chance(0.95) ? done : drawMomentFrom(random, place, late, done);
  const change = { status: 'completed', jobId: random.chance(0.9) ? jobId(random) : null } as const;
  acts.push({ at, change });
}

function timeOn({ random, place }: Life, day: string): string {
  const spans = getOpeningSpans(place.hours, place.center, day);
  const times = timesOfDay.filter((time) => spans.some(({ from, to }) => from <= time && time < to));
  return random.pick(times);
}

function lose(life: Life, at: Date, outcome?: Act['outcome']): void {
  const lostReason = life.random.pick(life.reasons);
  step(life, at, { status: 'lostCustomer', followUpCount: lostFollowUps, lostReason }, outcome);
}

function jobId(random: Random): string {
  return `JOB-${random.between(10_000, 99_999)}`;
}
