import { newId } from '#server/lib/ids.ts';
import { addOffering } from '#server/offerings/offerings.service.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import type { TestApp } from './test-app.ts';

export async function addFixtures(app: TestApp) {
  const none = { address: null, contactNo: null };
  const noDays = { location: null, startDate: null, endDate: null };
  return {
    north: await addServiceCenter(app.context, { name: 'North', ...none }),
    south: await addServiceCenter(app.context, { name: 'South', ...none }),
    oil: await addOffering(app.context, { name: 'Oil Change', type: 'service', ...noDays }),
    pads: await addOffering(app.context, { name: 'Brake Pads', type: 'parts', ...noDays }),
    festival: await addOffering(app.context, {
      name: 'Eid Festival',
      type: 'campaign',
      location: 'Dhaka',
      startDate: '2026-03-01',
      endDate: '2026-03-10',
    }),
  };
}

export const noEmployeeId = newId(new Date('2020-01-01T00:00:00Z'));

export type LeadColumns = Record<string, string | number | boolean | Date | string[] | null>;

export async function insertLead(
  app: TestApp,
  at: Date,
  given: LeadColumns & { service_center_id: string; recorded_by: string },
): Promise<string> {
  const { created_at: recorded = at } = given;
  const { rows } = await app.pool.query('select id from customers limit 1');
  const customer = rows[0]?.id ?? newId(at);
  if (rows.length === 0) {
    await app.pool.query(
      `insert into customers (id, name, mobile, created_at, updated_at, search_key) values ($1, 'Any', '01700000000', now(), now(), '')`,
      [customer],
    );
  }
  const row = {
    ...{
      id: newId(at),
      version: 1,
      customer_id: customer,
      name: 'Any',
      phone: '01711111111',
      status: 'pending',
    },
    ...{
      last_modified_by: given.recorded_by,
      created_at: recorded,
      updated_at: recorded,
      status_at: recorded,
    },
    ...{ furthest_status: 'pending', search_key: '', ...given },
  };
  const columns = Object.keys(row);
  await app.pool.query(
    `insert into leads (${columns}) values (${columns.map((_, place) => `$${place + 1}`)})`,
    Object.values(row),
  );
  return row.id;
}
