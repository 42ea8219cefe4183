import { sql } from 'kysely';
import { defaultTargetMinutes, defaultWeek, type WorkingHours } from '#contract/working-hours.ts';
import type { Db } from '#server/db/transaction.ts';

/** Reads the hours, holidays and targets of all centers, with the usual ones where none are set. */
export async function readWorkingHours(db: Db): Promise<WorkingHours> {
  const { rows } = await sql<{
    plans: WorkingHours['plans'];
    holidays: WorkingHours['holidays'];
    targets: Partial<WorkingHours['targets']> | null;
  }>`select
      (select coalesce(json_agg(json_build_object('serviceCenter', service_center_id, 'validFrom', valid_from, 'week', week)
        order by service_center_id nulls first, valid_from), '[]') from working_hours) as plans,
      (select coalesce(json_agg(json_build_object('serviceCenter', service_center_id, 'day', day, 'name', name)
        order by day, service_center_id nulls first), '[]') from holidays) as holidays,
      (select json_object_agg(platform, minutes) from response_targets) as targets`.execute(db);
  const { plans = [], holidays = [], targets } = rows[0] ?? {};
  const usual = { default: defaultTargetMinutes, facebook: null, whatsapp: null, website: null };
  return { usual: defaultWeek, plans, holidays, targets: { ...usual, ...targets } };
}

/** Locks the hours, holidays and targets until commit, so that they change one at a time. */
export async function lockWorkingHours(db: Db): Promise<void> {
  await sql`lock table working_hours, holidays, response_targets in share row exclusive mode`.execute(db);
}

/** Stores the hours of a center, or of the dealer for null, in place of all earlier ones. */
export async function replacePlans(
  db: Db,
  center: string | null,
  plans: readonly Pick<WorkingHours['plans'][number], 'validFrom' | 'week'>[],
): Promise<void> {
  await sql`delete from working_hours where service_center_id is not distinct from ${center}`.execute(db);
  if (plans.length === 0) return;
  const rows = plans.map(({ validFrom: valid_from, week }) => ({
    service_center_id: center,
    valid_from,
    week: week && JSON.stringify(week),
  }));
  await db.insertInto('working_hours').values(rows).execute();
}

/** Stores the holidays of all centers in place of the earlier ones. */
export async function replaceHolidays(db: Db, holidays: WorkingHours['holidays']): Promise<void> {
  await db.deleteFrom('holidays').execute();
  if (holidays.length === 0) return;
  const rows = holidays.map(({ serviceCenter: service_center_id, day, name }) => ({
    service_center_id,
    day,
    name,
  }));
  await db.insertInto('holidays').values(rows).execute();
}

/** Stores the targets in place of the earlier ones; null sets none. */
export async function replaceTargets(db: Db, targets: WorkingHours['targets']): Promise<void> {
  await db.deleteFrom('response_targets').execute();
  const rows = Object.entries(targets).flatMap(([platform, minutes]) =>
    minutes === null ? [] : [{ platform, minutes }],
  );
  await db.insertInto('response_targets').values(rows).execute();
}
