import { expect } from 'vitest';
import { getCallQueue } from '#contract/leads/call-order.ts';
import { versionedFields } from '#server/leads/record/lead-rows.ts';
import { expectDayCountersToMatch } from '../day-counters.ts';
import { linesWith } from '../table-texts.ts';
import { testRules } from '../test-app.ts';
import { bookingFaults } from './outcomes.ts';
import { runDueJobs } from './run-due-jobs.ts';
import type { World } from './walk-world.ts';

export async function expectWhole(world: World): Promise<void> {
  const { app } = world;
  // What failed is tried again.
  for (let round = 0; round < 3; round++) {
    app.clock.set(new Date(app.clock.now().getTime() + 15 * 60_000));
    await runDueJobs(app, world.jobs);
  }
  await world.signIn();
  await expectDayCountersToMatch(app, testRules.timeZone);
  for (const [what, statement] of Object.entries({ ...faults, ...bookingFaults }))
    expect([what, await find(world, statement)]).toEqual([what, []]);
  await expectChangedFields(world);
  await expectDeliveries(world);
  await expectErased(world);
  await expectQueue(world);
}

async function find({ app }: World, statement: string, values: unknown[] = []) {
  return (await app.pool.query(statement, values)).rows;
}

const derived = `'{search_key,search_grams,follow_up_on,touched_at,due_kind,due_at}'::text[]`;
const unversioned = `'{contact_attempts,last_contact_at,try_again_at,reminded_for,arrived_for,response_due_at,responded_at,response_minutes,response_restarted_at,customer_id}'::text[]`;

const faults = {
  'lead counts': differs(
    `select service_center_id::text, key, figure = 'status', sum(leads)::int from lead_totals where figure in ('status', 'archived')
     group by 1, 2, 3 having sum(leads) <> 0`,
    'select service_center_id::text, status, is_active, count(*)::int from leads group by 1, 2, 3',
  ),
  'customer counts': differs(
    'select coalesce(sum(customers), 0)::int from customer_counts',
    'select count(*)::int from customers where merged_into is null',
  ),
  'due counts': differs(
    'select service_center_id, kind, due_from, sum(leads)::int from lead_due_counts group by 1, 2, 3 having sum(leads) <> 0',
    `select service_center_id, due_kind, due_from(due_kind, due_at), count(*)::int from leads
     where due_kind is not null and (due_kind not in ('appointment', 'reminded') or arrived_for is distinct from appointment_date) group by 1, 2, 3`,
  ),
  bookings: differs(
    'select lead_id, service_center_id, offering_id, day, time from bookings where ended_at is null',
    `select id, service_center_id, offering_id, appointment_date, appointment_time from leads where is_active and status = 'booked'`,
  ),
  'versions in a row': `
    select l.id, l.version, array_agg(v.version order by v.version) from leads l join lead_versions v on v.lead_id = l.id
    group by l.id having array_agg(v.version order by v.version) <> array(select generate_series(1, l.version))`,
  'the newest version is the lead': `
    select l.id, v.snapshot, to_jsonb(l) as lead from leads l join lead_versions v on v.lead_id = l.id and v.version = l.version
    where v.snapshot - ${unversioned} - ${derived} <> to_jsonb(l) - ${unversioned} - ${derived}`,
  'attempts that count': `
    select l.id, l.contact_attempts from leads l where merged_into is null and customer_id is not null and contact_attempts <> (
      select count(*) from lead_contacts c where c.undone_at is null and c.lead_id = any(l.joined_ids || l.id))`,
  'a lead is whose number it has': `
    select l.id, l.phone, c.mobile from leads l join customers c on c.mobile = l.phone
    where l.customer_id is not null and l.merged_into is null and l.customer_id <> coalesce(c.merged_into, c.id)`,
  'merged into what stands': `
    select c.id from customers c join customers kept on kept.id = c.merged_into where kept.merged_into is not null
    union all select l.id from leads l join leads kept on kept.id = l.merged_into where kept.merged_into is not null or l.is_active`,
};

function differs(kept: string, counted: string): string {
  return `select * from ((${kept}) except (${counted})) kept union all select * from ((${counted}) except (${kept})) counted`;
}

async function expectChangedFields(world: World): Promise<void> {
  const pairs = await find(
    world,
    `select v.lead_id, v.version, v.changed_fields, v.snapshot, b.snapshot as before
     from lead_versions v join lead_versions b on b.lead_id = v.lead_id and b.version = v.version - 1
     join leads l on l.id = v.lead_id and l.customer_id is not null`,
  );
  for (const { lead_id, version, changed_fields, snapshot, before } of pairs) {
    const differing = versionedFields.flatMap(([column, field]) =>
      JSON.stringify(snapshot[column]) === JSON.stringify(before[column]) ? [] : [field],
    );
    expect([lead_id, version, differing]).toEqual([lead_id, version, changed_fields]);
  }
}

async function expectDeliveries(world: World): Promise<void> {
  const rows = await find(
    world,
    `select d.state, d.try_at is not null as waits, l.id is not null as has_lead
     from deliveries d left join leads l on l.id = d.lead_id`,
  );
  expect(rows).toHaveLength(world.accepted);
  for (const { state, waits, has_lead } of rows) {
    expect(['lead', 'joined', 'toPlace', 'ignored']).toContain(state);
    expect([state, waits]).toEqual([state, false]);
    if (state === 'lead' || state === 'joined') expect([state, has_lead]).toEqual([state, true]);
  }
}

async function expectErased(world: World): Promise<void> {
  const secrets = world.marks.flatMap(({ text, isErased }) => (isErased ? [text] : []));
  if (secrets.length === 0) return;
  expect(await linesWith(world.app.pool, secrets)).toEqual([]);
}

const today = `($1::timestamptz at time zone '${testRules.timeZone}')::date`;

const followUp = 'next_follow_up_dates[cardinality(next_follow_up_dates)]';

const hasNotArrived = 'arrived_for is distinct from appointment_date';

const waiting = [
  `status = 'potential' and try_again_at is null and ${followUp} <= ${today}`,
  "status = 'pending' and try_again_at is null and contact_attempts = 0",
  `status in ('pending', 'potential', 'booked') and (try_again_at at time zone '${testRules.timeZone}')::date <= ${today}`,
  `status = 'booked' and try_again_at is null and ${hasNotArrived} and appointment_date < ${today}`,
  `status = 'booked' and try_again_at is null and ${hasNotArrived} and appointment_date between ${today} and ${today} + 1
    and reminded_for is distinct from appointment_date`,
  // Reminded of, and passed since.
  `status = 'booked' and try_again_at is null and ${hasNotArrived} and appointment_date = ${today} and appointment_time::time > '00:00'
    and appointment_time::time < ($1::timestamptz at time zone '${testRules.timeZone}')::time`,
].map((each) => `(${each})`);

async function expectQueue(world: World): Promise<void> {
  const { app, token } = world;
  const rows = await find(
    world,
    `select id from leads where $1::timestamptz is not null and is_active and (${waiting.join(' or ')})`,
    [app.clock.now()],
  );
  const { data } = await app.call(getCallQueue, { token, query: { limit: '100' } });
  const shown = data.leads.map(({ _id }) => _id).sort();
  expect([data.totalLeadsCount, shown]).toEqual([rows.length, rows.map(({ id }) => id).sort()]);
}
