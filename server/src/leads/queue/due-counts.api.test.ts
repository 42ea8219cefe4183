import { afterAll, beforeAll, expect, test } from 'vitest';
import { callGroups, getCallQueue } from '#contract/leads/call-order.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { expectTotalsToMatch } from '#server/testing/day-counters.ts';
import { writeHistories } from '#server/testing/lead-histories.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { cleanDueCounts } from './lead-queue.service.ts';

const zone = 'Asia/Kathmandu';
const now = new Date('2026-03-10T06:00:00Z');

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;

beforeAll(async () => {
  app = await TestApp.open();
  app.clock.set(new Date('2025-01-01T00:00:00Z'));
  fixtures = await addFixtures(app);
  const { id } = await app.signIn('manager');
  await writeHistories(app, 120, {
    ...{ timeZone: zone, now, seed: 7, people: [id] },
    ...{ centers: [fixtures.north, fixtures.south], offerings: [fixtures.oil, null] },
  });
});
afterAll(() => app.close());

const kept = `select service_center_id, kind, due_from::text, sum(leads)::int as leads from lead_due_counts
  group by 1, 2, 3 order by 1, 2, 3`;

const counted = `select service_center_id, kind, due_from, count(*)::int as leads from (
    select service_center_id, case
        when try_again_at is not null then 'tryAgain'
        when status = 'pending' then 'new'
        when status = 'potential' then 'followUp'
        when reminded_for = appointment_date then 'reminded'
        else 'appointment' end as kind,
      case
        when try_again_at is not null then to_char(date_trunc('hour', try_again_at at time zone 'UTC')
          + floor(extract(minute from try_again_at) / 15) * interval '15 minutes', 'YYYY-MM-DD HH24:MI:SS')
        when status = 'pending' then '-infinity'
        when status = 'potential' then next_follow_up_dates[cardinality(next_follow_up_dates)] || ' 00:00:00'
        else appointment_date || ' 00:00:00' end as due_from
    from leads where is_active and status in ('pending', 'potential', 'booked')
      and (status <> 'pending' or contact_attempts = 0 or try_again_at is not null)) due
  group by 1, 2, 3 order by 1, 2, 3`;

test('what is due is counted by kind, center and day as the leads say', async () => {
  await app.pool.query(`with numbered as (select id, row_number() over (order by id) as place from leads)
    update leads set contact_attempts = place % 3,
      try_again_at = case when place % 5 = 0 then timestamptz '2026-03-10 06:50:00Z' + place * interval '7 minutes' end,
      reminded_for = case when place % 2 = 0 then appointment_date end
    from numbered where numbered.id = leads.id`);

  const { rows } = await app.pool.query(counted);
  expect(new Set(rows.map((row) => row.kind)).size).toBe(5);
  expect((await app.pool.query(`${kept.replace(' order', ' having sum(leads) <> 0 order')}`)).rows).toEqual(
    rows,
  );

  await cleanDueCounts(app.context);
  expect((await app.pool.query(kept)).rows).toEqual(rows);

  await expectTotalsToMatch(app);
  const empty =
    'select status from lead_advisor_counts group by status, advisor_id, due_on, service_center_id having sum(leads) = 0';
  expect((await app.pool.query(empty)).rows).toEqual([]);
});

type Scope = { serviceCenter?: string; serviceID?: string; advisor?: 'mine' | 'nobody' };

async function recount({ serviceCenter, serviceID, advisor }: Scope, at: Date, caller: string) {
  const { rows } = await app.pool.query<{ part: string; leads: number; long: number; theirs: number }>(
    `with clock as (select $1::timestamptz as now, ($1::timestamptz at time zone $2)::date as today),
      open as (select *, case
          when try_again_at is not null then 'tryAgain'
          when status = 'potential' then 'followUp'
          when status = 'pending' then 'new'
          when reminded_for = appointment_date then 'reminded'
          else 'appointment' end as kind
        from leads where is_active and status in ('pending', 'potential', 'booked')
          and (status <> 'booked' or try_again_at is not null or arrived_for is distinct from appointment_date)
          and (status <> 'pending' or contact_attempts = 0 or try_again_at is not null)
          and ($3::uuid is null or service_center_id = $3) and ($4::uuid is null or offering_id = $4)
          and case $5 when 'mine' then advisor_id = $6::uuid when 'nobody' then advisor_id is null else true end),
      dated as (select *, case kind
          when 'tryAgain' then (try_again_at at time zone $2)::date
          when 'followUp' then next_follow_up_dates[cardinality(next_follow_up_dates)]::date
          when 'new' then (created_at at time zone $2)::date
          else appointment_date end as day
        from open)
    select case
        when kind = 'new' and response_due_at >= now then 'targetRunning'
        when kind = 'new' and (response_due_at at time zone $2)::date = today then 'targetMissed'
        when kind = 'new' then 'older'
        when kind = 'appointment' and day = today then 'appointmentToday'
        when kind = 'appointment' and day = today + 1 then 'appointmentTomorrow'
        when kind in ('appointment', 'reminded') and day < today then 'passedAppointment'
        when kind in ('followUp', 'tryAgain') and day = today then 'dueToday'
        when kind in ('followUp', 'tryAgain') and day < today then 'overdue'
        else 'later' end as part, count(*)::int as leads, count(*) filter (where day < today - 7)::int as long,
      count(*) filter (where advisor_id <> $6)::int as theirs
    from dated, clock group by 1`,
    [at, zone, serviceCenter ?? null, serviceID ?? null, advisor ?? '', caller],
  );
  const due = rows.filter(({ part }) => part !== 'later');
  return {
    groups: Object.fromEntries(
      callGroups.map((group) => [group, due.find(({ part }) => part === group)?.leads ?? 0]),
    ),
    waitingLong: due.reduce((sum, { long }) => sum + long, 0),
    colleagues: advisor ? 0 : due.reduce((sum, { theirs }) => sum + theirs, 0),
  };
}

test('the queue counts its groups, what waits long and what colleagues have as the leads say', async () => {
  const { north, south, oil } = fixtures;
  const manager = await app.signIn('manager');
  const colleague = await app.signIn('service', [north, south]);
  await app.pool.query(
    `with numbered as (select id, row_number() over (order by md5(phone || created_at)) as place from leads)
    update leads set version = version + 1, advisor_id = (array[$1::uuid, $2::uuid, null])[place % 3 + 1],
      response_due_at = case when place % 4 > 0 then $3::timestamptz + (place - 60) * interval '20 minutes' end,
      try_again_at = case when place % 6 = 0 then $3::timestamptz + (place - 60) * interval '1 hour' end,
      contact_attempts = case when place % 6 = 0 then 1 else 0 end,
      reminded_for = case when place % 2 = 0 then appointment_date end,
      arrived_for = case when place % 7 = 0 then appointment_date end,
      appointment_date = case when status = 'booked' and place % 5 = 1 then '2026-03-10' else appointment_date end
    from numbered where numbered.id = leads.id`,
    [manager.id, colleague.id, now],
  );
  const scopes: Scope[] = [
    {},
    { serviceCenter: south },
    { serviceID: oil },
    { advisor: 'mine' },
    { advisor: 'nobody', serviceCenter: north },
  ];
  const filled = new Set<string>();
  // The first and the last second of a day in Kathmandu, and between.
  for (const at of [new Date('2026-03-09T18:15:00Z'), now, new Date('2026-03-10T18:14:59Z')]) {
    app.clock.set(at);
    const token = await openSession(app.context, manager.id, null);
    for (const query of scopes) {
      const { data } = await app.call(getCallQueue, { token, query: { ...query } });
      const groups = Object.fromEntries(data.groups.map(({ group, total }) => [group, total]));
      const { waitingLong, colleagues } = data;
      const told = { groups, waitingLong: waitingLong.total, colleagues: colleagues.total };
      expect(told, JSON.stringify({ at, query })).toEqual(await recount(query, at, manager.id));
      for (const group of callGroups) if (groups[group]) filled.add(group);
    }
  }
  expect([...filled].sort()).toEqual([...callGroups].sort());
});
