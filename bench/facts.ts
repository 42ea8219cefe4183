import type { Pool } from 'pg';
import { maxCountedRows } from '#contract/business.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';

/** Facts about the dealer that is measured, by which scenarios ask and judge replies. */
export type Facts = {
  center: string;
  centers: readonly string[];
  customer: string;
  employee: string;
  offering: string;
  lead: string;
  pictured: string;
  pending: readonly string[];
  free: readonly string[];
  leads: number;
  customers: number;
  ofCenter: number;
  ofStatus: number;
  ofPlatformNone: number;
  found: readonly number[];
  entered: number;
  tomorrow: string;
};

/** The status that scenarios list. */
export const status = 'booked';

/** The days of the period that scenarios list. */
export const period = 30;

const names = ['rahim', 'karim', 'salma', 'nabila', 'tanvir', 'uddin', 'akter', 'islam'];

/** Texts that scenarios search for. */
export const fragments = Array.from(
  { length: 40 },
  (_, n) => `${names[n % 8]} ${(n * 7919 + 13) % 10 ** (1 + (n % 4))}`,
);

/** Reads the facts about the dealer, by counting. */
export async function readFacts(pool: Pool): Promise<Facts> {
  const count = async (condition: string, values: unknown[] = []) =>
    Number(
      (await pool.query(`select count(*) from leads where is_active and ${condition}`, values)).rows[0].count,
    );
  const ids = async (rows: string) =>
    (await pool.query<{ id: string }>(`select id from ${rows}`)).rows.map(({ id }) => id);
  const centers = await ids('service_centers order by id');
  const [center = ''] = centers;
  const found: number[] = [];
  for (const fragment of fragments) {
    const patterns = fragment.split(' ').map((word) => `%${word}%`);
    found.push(Math.min(await count('search_key like all($1)', [patterns]), maxCountedRows));
  }
  const { rows: customers } = await pool.query('select count(*)::int as customers from customers');
  const pending = await ids("leads where is_active and status = 'pending' order by id");
  const free = await ids("leads where is_active and status = 'pending' and advisor_id is null order by id");
  return {
    center,
    centers,
    customer: (await ids('customers order by id limit 1'))[0] ?? '',
    employee: (await ids("employees where level = 'manager'"))[0] ?? '',
    offering: (await ids('offerings order by id limit 1'))[0] ?? '',
    lead: (await ids("leads where is_active and status = 'completed' order by id limit 1"))[0] ?? '',
    pictured: (await ids("leads where is_active and status = 'completed' order by id desc limit 1"))[0] ?? '',
    pending,
    free,
    leads: await count('true'),
    customers: customers[0].customers,
    ofCenter: await count('service_center_id = $1 and status = $2', [center, status]),
    ofStatus: await count('status = $1', [status]),
    ofPlatformNone: await count('platform is null'),
    found,
    entered: await count(
      `created_at >= (date_trunc('day', now() at time zone 'Asia/Dhaka') - $1 * interval '1 day') at time zone 'Asia/Dhaka'`,
      [period - 1],
    ),
    tomorrow: addDays(dateInTimeZone('Asia/Dhaka', new Date()), 1),
  };
}
