import { expect } from 'vitest';
import { setBookingOutcome, setBookingReady } from '#contract/bookings/booking-outcomes.ts';
import * as leads from '#contract/leads/leads.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { type TestApp, testRules } from '../test-app.ts';
import type { PlainStep } from './walk-steps.ts';
import type { World } from './walk-world.ts';

type OutcomeStep = Extract<PlainStep, { kind: 'outcome' }>;

/** Says what became of a lead's booking, of today unless one is due already, with a move if `move` gives one. */
export async function setOutcome(
  world: World,
  id: string,
  { outcome, isDue, isReady, isVersionGiven }: OutcomeStep,
  move: Record<string, unknown> | undefined,
) {
  const { app, token } = world;
  if (isDue) await bookToday(world, id);
  const { data: lead } = await app.call(leads.getLead, { token, params: { id } });
  const version = move || isVersionGiven ? { version: lead.version } : {};
  const body = { outcome, ...(move && { move }), ...version };
  const answer = await app.call(setBookingOutcome, { token, params: { id }, body });
  if (answer.status === 200 && isReady) await setReady(world, id, true);
  return answer.status < 300 ? { ...answer, data: answer.data.lead } : answer;
}

async function bookToday({ app, token }: World, id: string): Promise<void> {
  const params = { id };
  const today = dateInTimeZone(testRules.timeZone, app.clock.now());
  const { status, appointmentDate } = (await app.call(leads.getLead, { token, params })).data;
  if (status === 'booked' && appointmentDate !== null && appointmentDate <= today) return;
  await app.call(leads.moveLead, { token, params, body: { status: 'booked', appointmentDate: today } });
}

export function setReady({ app, token }: World, id: string, isReady: boolean) {
  return app.call(setBookingReady, { token, params: { id }, body: { isReady } });
}

type Outcomes = Map<string, string>;

/** Reads the outcomes that stand, by their entry in the timeline: of which day, and what was said. */
export async function readOutcomes(app: TestApp): Promise<Outcomes> {
  const { rows } = await app.pool.query<{ id: string; said: string }>(
    "select outcome_id as id, concat_ws(' ', day, outcome) as said from bookings where outcome is not null",
  );
  return new Map(rows.map(({ id, said }) => [id, said]));
}

/** Expects that outcomes stay as they were said, but for those that the step says or takes back. */
export function expectOutcomesKept(step: PlainStep, before: Outcomes, after: Outcomes): void {
  const lost = [...before].filter(([id, said]) => after.get(id) !== said);
  const come = [...after].filter(([id]) => !before.has(id));
  const mayCome = step.kind === 'outcome' && step.outcome !== 'expected' ? 1 : 0;
  const mayGo = step.kind === 'outcome' ? 1 : 0;
  expect([step, lost.slice(mayGo), come.slice(mayCome)]).toEqual([step, [], []]);
}

/** Statements that find what no booking may be. */
export const bookingFaults = {
  'arrivals that nobody is called about': `
    select l.id, l.arrived_for, b.day, b.outcome from leads l join bookings b on b.lead_id = l.id and b.ended_at is null
    where (b.outcome is not distinct from 'arrived') <> (l.arrived_for is not distinct from b.day)`,
  'an entry of the timeline': `
    select lead_id, outcome from bookings where (outcome is null) <> (outcome_id is null) or (outcome is null) <> (outcome_by is null)
    union all select min(lead_id::text)::uuid, min(outcome) from bookings where outcome_id is not null group by outcome_id having count(*) > 1`,
  'a car that is ready is there, or done': `
    select lead_id, lead_version from bookings where ready_at is not null and outcome is distinct from 'arrived' and ending is distinct from 'completed'`,
  'one car of a day': `
    select b.lead_id, b.day from bookings b where is_held and outcome is distinct from 'didNotCome' group by 1, 2 having count(*) > 1`,
};
