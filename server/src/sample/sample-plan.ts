import { lostFollowUpCount } from '#contract/business.ts';
import type { LeadProgressChange } from '#contract/leads/lead-status.ts';
import { addDays } from '#contract/text/dates.ts';
import type { Random } from './random.ts';
import { followUpNotes } from './sample-words.ts';

/** `day` is of the dealer's calendar. */
type PlannedStep = { day: string; change: LeadProgressChange };

const timesOfDay = ['09:00', '10:00', '10:30', '11:00', '12:00', '14:30', '15:00', '16:00', '17:30'];

type Life = { random: Random; reasons: readonly string[]; steps: PlannedStep[] };

/** Steps may lie after today; they are not taken. @param chances and the reasons for which leads are lost. */
export function planLife(
  chances: Pick<Life, 'random' | 'reasons'>,
  enteredOn: string,
  today: string,
): PlannedStep[] {
  const life: Life = { ...chances, steps: [] };
  const { random, steps } = life;
  const isFresh = enteredOn > addDays(today, -5);
  if (random.chance(isFresh ? 0.5 : 0.05)) return steps;
  const contacted = addDays(enteredOn, random.between(0, 2));
  const first = random.unit();
  if (first < 0.58) followUp(life, contacted, [], 0);
  else if (first < 0.8) book(life, contacted);
  else if (first < 0.88)
    steps.push({ day: contacted, change: { status: 'completed', jobId: jobId(random) } });
  else lose(life, contacted);
  return steps;
}

function followUp(life: Life, day: string, earlier: string[], count: number): void {
  const { random, steps } = life;
  const next = addDays(day, random.between(1, 5));
  const nextFollowUpDates = [...earlier, next];
  steps.push({
    day,
    change:
      count === 0
        ? { status: 'potential', nextFollowUpDates, notes: random.pick(followUpNotes) }
        : { followUpCount: count, nextFollowUpDates, notes: random.pick(followUpNotes) },
  });
  const called = addDays(next, random.chance(0.75) ? 0 : random.between(1, 3));
  const outcome = random.unit();
  if (outcome < 0.08) return;
  if (outcome < 0.5) book(life, called);
  else if (outcome < 0.56) steps.push({ day: called, change: { status: 'completed', jobId: jobId(random) } });
  else if (outcome < 0.68 || count === 2) lose(life, called);
  else followUp(life, called, nextFollowUpDates, count + 1);
}

function book(life: Life, day: string): void {
  const { random, steps } = life;
  const appointmentDate = addDays(day, random.between(1, 8));
  const appointmentTime = random.pick(timesOfDay);
  steps.push({ day, change: { status: 'booked', appointmentDate, appointmentTime } });
  const outcome = random.unit();
  if (outcome < 0.82) {
    steps.push({
      day: appointmentDate,
      change: { status: 'completed', jobId: random.chance(0.85) ? jobId(random) : null },
    });
  } else if (outcome < 0.9) {
    const moved = addDays(appointmentDate, random.between(1, 5));
    steps.push({ day: appointmentDate, change: { appointmentDate: moved } });
    steps.push({ day: moved, change: { status: 'completed', jobId: jobId(random) } });
  } else if (outcome < 0.97) {
    lose(life, addDays(appointmentDate, 1));
  }
}

function lose({ random, reasons, steps }: Life, day: string): void {
  steps.push({
    day,
    change: {
      status: 'lostCustomer',
      followUpCount: lostFollowUpCount,
      lostReason: random.pick(reasons),
    },
  });
}

function jobId(random: Random): string {
  return `JOB-${random.between(10_000, 99_999)}`;
}
