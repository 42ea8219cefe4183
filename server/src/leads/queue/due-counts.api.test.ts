import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectTotalsToMatch } from '#server/testing/day-counters.ts';
import { writeHistories } from '#server/testing/lead-histories.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { dropEmptyDueCounts } from './lead-queue.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.open();
  app.clock.set(new Date('2025-01-01T00:00:00Z'));
});
afterAll(() => app.close());

const kept = `select service_center_id, kind, due_from::text, sum(leads)::int as leads from lead_due_counts
  group by 1, 2, 3 order by 1, 2, 3`;

/** From what people wrote, not from what the database derives. */
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
      and (status <> 'pending' or contact_tries = 0 or try_again_at is not null)) due
  group by 1, 2, 3 order by 1, 2, 3`;

test('what is due is counted by kind, center and day as the leads say', async () => {
  const { north, south } = await addFixtures(app);
  const { id } = await app.signIn('manager');
  await writeHistories(app, 120, {
    timeZone: 'Asia/Kathmandu',
    now: new Date('2026-03-10T06:00:00Z'),
    seed: 7,
    people: [id],
    centers: [north, south],
    offerings: [null],
  });
  await app.pool.query(`with numbered as (select id, row_number() over (order by id) as place from leads)
    update leads set contact_tries = place % 3,
      try_again_at = case when place % 5 = 0 then timestamptz '2026-03-10 06:50:00Z' + place * interval '7 minutes' end,
      reminded_for = case when place % 2 = 0 then appointment_date end
    from numbered where numbered.id = leads.id`);

  const { rows } = await app.pool.query(counted);
  expect(new Set(rows.map((row) => row.kind)).size).toBe(5);
  expect((await app.pool.query(`${kept.replace(' order', ' having sum(leads) <> 0 order')}`)).rows).toEqual(
    rows,
  );

  await dropEmptyDueCounts(app.context);
  expect((await app.pool.query(kept)).rows).toEqual(rows);

  await expectTotalsToMatch(app);
  const empty =
    'select status from lead_advisor_counts group by status, advisor_id, due_on, service_center_id having sum(leads) = 0';
  expect((await app.pool.query(empty)).rows).toEqual([]);
});
