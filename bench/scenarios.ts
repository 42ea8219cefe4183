import type { Pool } from 'pg';
import { countLimit } from '#contract/business.ts';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import * as reports from '#contract/reports.ts';
import { getMe } from '#contract/session.ts';
import { addDays, dateIn } from '#contract/text/dates.ts';
import type { Ask } from './connection.ts';
import type { Scenario } from './load.ts';

const names = ['rahim', 'karim', 'salma', 'nabila', 'tanvir', 'uddin', 'akter', 'islam'];
/** A name with digits of a number, fewer or more: some find a handful, some a thousand. */
const fragments = Array.from(
  { length: 40 },
  (_, n) => `${names[n % 8]} ${(n * 7919 + 13) % 10 ** (1 + (n % 4))}`,
);
const period = 30;

/** What is measured, and what its replies must say; those that write come last. The bare route's is the first. */
export async function scenariosFor(pool: Pool): Promise<[bare: Scenario, ...Scenario[]]> {
  const count = async (condition: string, values: unknown[] = []) =>
    Number(
      (await pool.query(`select count(*) from leads where is_active and ${condition}`, values)).rows[0].count,
    );
  const { rows: centers } = await pool.query<{ id: string }>('select id from service_centers order by id');
  const center = centers[0]?.id ?? '';
  const status = 'booked';
  const ofCenter = await count('service_center_id = $1 and status = $2', [center, status]);
  const ofStatus = await count('status = $1', [status]);
  const found = await Promise.all(
    fragments.map(async (fragment) => {
      const patterns = fragment.split(' ').map((word) => `%${word}%`);
      return Math.min(await count('search_key like all($1)', [patterns]), countLimit);
    }),
  );
  const { rows: pending } = await pool.query<{ id: string }>(
    "select id from leads where is_active and status = 'pending' order by id",
  );
  const now = new Date();
  const entered = await count(
    `created_at >= (date_trunc('day', now() at time zone 'Asia/Dhaka') - $1 * interval '1 day') at time zone 'Asia/Dhaka'`,
    [period - 1],
  );
  const all = await count('true');
  const tomorrow = addDays(dateIn('Asia/Dhaka', now), 1);
  const hasTotal = (total: number | undefined) => (reply: Record<string, unknown>) =>
    reply.totalLeadsCount === total &&
    Array.isArray(reply.leads) &&
    reply.leads.length === Math.min(10, total ?? 0);
  return [
    {
      name: 'bare route',
      ask: () => ({ method: 'GET', path: `/leads?center=${center}&status=${status}` }),
      isTrue: hasTotal(ofCenter),
    },
    {
      name: 'list of one center and status',
      ask: () => get(listManagementLeads, { status, serviceCenter: center }),
      isTrue: hasTotal(ofCenter),
    },
    {
      name: 'list of one status',
      ask: () => get(leads.listLeadsByStatus, { status }),
      isTrue: hasTotal(ofStatus),
    },
    {
      name: 'counts by status',
      ask: () => get(leads.countLeadsByStatus),
      isTrue: (reply) => reply.bookedLeads === ofStatus && sum(Object.values(reply)) === all,
    },
    {
      name: 'search',
      ask: (turn) => get(leads.listLeads, { search: fragments[turn % fragments.length] ?? '' }),
      isTrue: (reply, turn) => hasTotal(found[turn % found.length])(reply),
    },
    {
      name: 'dashboard of 30 days',
      ask: () => get(getDashboard, { days: String(period) }),
      isTrue: (reply) => reply.leads === entered,
    },
    {
      name: 'service-center report',
      ask: () => get(reports.reportServiceCenters),
      isTrue: (reply) => Object.keys(reply).length > 0,
    },
    {
      name: 'employee report',
      ask: () => get(reports.reportEmployees),
      isTrue: (reply) => Object.keys(reply).length > 0,
    },
    { name: 'session', ask: () => get(getMe), isTrue: (reply) => reply.name === 'Nadia Karim' },
    {
      name: 'create',
      status: 201,
      ask: (turn) => ({
        method: 'POST',
        path: `${basePath}${leads.createLead.path}`,
        body: {
          name: `New ${turn}`,
          phone: `019${String(turn % 10 ** 8).padStart(8, '0')}`,
          serviceCenter: centers[turn % centers.length]?.id,
        },
      }),
      isTrue: (reply, turn) => reply.name === `New ${turn}` && reply.status === 'pending',
    },
    {
      name: 'status change',
      ask: (turn) => ({
        method: 'PATCH',
        path: `${basePath}${leads.moveLead.path.replace(':id', pending[turn]?.id ?? '')}`,
        body: { status: 'potential', nextFollowUpDates: [tomorrow] },
      }),
      isTrue: (reply, turn) => reply.status === 'potential' && reply._id === pending[turn]?.id,
    },
  ];
}

/** Whether the counters of all leads say after the writes what a recount says. */
export async function areCountersExact(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select from (select service_center_id, status, is_active, count(*) as leads from leads group by 1, 2, 3) counted
     full join (select service_center_id, status, is_active, sum(leads) as leads from lead_counts group by 1, 2, 3) kept
       using (service_center_id, status, is_active)
     where coalesce(counted.leads, 0) <> coalesce(kept.leads, 0)`,
  );
  return rows.length === 0;
}

function get({ path }: Endpoint, query: Record<string, string> = {}): Ask {
  return { method: 'GET', path: `${basePath}${path}?${new URLSearchParams(query)}` };
}

function sum(numbers: unknown[]): number {
  return numbers.reduce<number>((total, number) => total + Number(number), 0);
}
