import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLead, editLead, type LeadList, listLeadsByStatus } from '#contract/leads/leads.ts';
import type { ActorContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import * as lists from '#server/leads/lists/lead-lists.service.ts';
import { TooBusyError } from '#server/lib/limit.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { TestApp, testRules } from '#server/testing/test-app.ts';
import { findAndSerialize } from './serialized-leads.ts';

let app: TestApp;
let manager: { id: string; token: string };
let elsewhere: string;
const none = { address: null, contactNo: null };

beforeAll(async () => {
  app = await TestApp.open();
  manager = await app.signIn('manager');
  elsewhere = await addServiceCenter(app.context, { name: 'Elsewhere', ...none });
});
afterAll(() => app.close());

let center: string;
let centers = 0;
let servant: { id: string; token: string };
let leads: { _id: string; version: number }[];
beforeEach(async () => {
  center = await addServiceCenter(app.context, { name: `Here ${++centers}`, ...none });
  servant = await app.signIn('service', [center]);
  leads = [];
  for (const phone of ['01712345678', '01712345679', '01712345670']) {
    const body = { name: `Customer ${phone}`, phone, serviceCenter: center };
    leads.unshift((await app.call(createLead, { token: manager.token, body })).data);
  }
  await expect.poll(() => app.hub.isCurrent()).toBe(true);
  // A notice of the new center would drop what the test has just kept.
  await app.hub.awaitInvalidation();
});

test('a page asked again reads no lead that has not changed', async () => {
  const read: unknown[] = [];
  const context = await contextOf(servant, { onRead: (ids) => read.push(ids) });
  await listOf(context);
  await listOf(context);
  expect(read).toEqual([leads.map(({ _id }) => _id)]);

  const [, changed] = leads;
  if (!changed) throw new Error('There are three leads');
  const body = { version: changed.version, notes: 'Rings after six' };
  expect((await app.call(editLead, { token: manager.token, params: { id: changed._id }, body })).status).toBe(
    200,
  );
  const { leads: listed } = await listOf(context);
  expect(listed.map(({ notes }) => notes)).toEqual([null, 'Rings after six', null]);
  expect(read.slice(1)).toEqual([[changed._id]]);
});

test('who asks first does not decide what others see of a lead', async () => {
  const query = { status: 'pending', serviceCenter: center } as const;
  for (const [first, then] of [
    [manager, servant],
    [servant, manager],
  ] as const) {
    for (const { token } of [first, then]) {
      const { data } = await app.call(listLeadsByStatus, { token, query });
      expect(data.leads).toHaveLength(leads.length);
      for (const { customer } of data.leads) {
        if (token === manager.token) expect(customer).not.toBeNull();
        else expect(customer).toBeNull();
      }
    }
  }
});

test('a lead that leaves while its page is read is not shown to those it left', async () => {
  const [moved, ...others] = leads;
  const move = () =>
    app.pool.query('update leads set service_center_id = $1, notes = $2 where id = $3', [
      elsewhere,
      'For Elsewhere alone',
      moved?._id,
    ]);
  let finds = 0;
  const context = await contextOf(servant, {
    onFound: async () => {
      if (++finds === 1) await move();
    },
  });
  const { leads: listed, totalLeadsCount } = await listOf(context);
  expect(listed.map(({ _id }) => _id)).toEqual(others.map(({ _id }) => _id));
  expect(totalLeadsCount).toBe(others.length);
  expect(finds).toBe(2);
});

test('a lead that changes each time before it is read ends in a refusal as busy (F52)', async () => {
  let finds = 0;
  const found = { leads: leads.map(({ _id }) => ({ id: _id, xmin: '1' })) };
  const written = findAndSerialize(await contextOf(servant, {}), async () => {
    finds++;
    return found;
  });
  await expect(written).rejects.toBeInstanceOf(TooBusyError);
  expect(finds).toBe(10);
});

async function listOf(context: ActorContext): Promise<LeadList> {
  const { json } = await lists.listLeads(context, { page: 1, limit: 10, filter: 'active' });
  return JSON.parse(json.toString());
}

type Heard = { onFound?: () => Promise<void>; onRead?: (ids: unknown) => void };

async function contextOf({ id }: { id: string }, { onFound, onRead }: Heard): Promise<ActorContext> {
  const hearing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const [row] = result.rows;
      if (row && 'xmin' in row) {
        if ('notes' in row)
          onRead?.(
            result.rows
              .map((lead) => lead.id)
              .sort()
              .reverse(),
          );
        else await onFound?.();
      }
      return result;
    },
  };
  const dialect = new PostgresDialect({ pool: app.pool });
  const db = new Kysely<DB>({ dialect, plugins: [hearing] });
  return { ...app.context, db, dealer: testRules, actor: await getAccount(app.context, id) };
}
