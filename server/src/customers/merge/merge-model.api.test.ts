import { afterAll, beforeAll, expect, test } from 'vitest';
import * as merging from '#contract/customer-merges.ts';
import * as customers from '#contract/customers.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import * as leads from '#contract/leads/leads.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { seed } from '#server/testing/seed.ts';
import { TestApp } from '#server/testing/test-app.ts';

const steps = Number(process.env.STEPS ?? (isLongRun ? 2_000 : 200));
const people = 8;
const leadsOfEach = 2;

let app: TestApp;
let token: string;
const customerIds: string[] = [];
const leadIds: string[] = [];

beforeAll(async () => {
  app = await TestApp.open();
  const { north } = await addFixtures(app);
  ({ token } = await app.signIn('superAdmin'));
  for (let person = 0; person < people; person++) {
    for (let nth = 0; nth < leadsOfEach; nth++) {
      const body = { name: `P${person}`, phone: `0171400200${person}`, serviceCenter: north };
      const { data } = await app.call(leads.createLead, { token, body });
      leadIds.push(data._id);
      customerIds[person] = String(data.customer);
    }
    const params = { id: customerIds[person] ?? '' };
    await app.call(customers.createCustomerAddress, { token, params, body: { line: `House ${person}` } });
  }
});
afterAll(() => app.close());

type Standing = { id: string; kept: number; merged: number[]; name: string };

class Forest {
  standing: Standing[] = [];

  rootOf(one: number): number {
    const merge = this.standing.find(({ merged }) => merged.includes(one));
    return merge ? this.rootOf(merge.kept) : one;
  }

  isBelow(one: number, others: readonly number[]): boolean {
    const merge = this.standing.find(({ merged }) => merged.includes(one));
    return others.includes(one) || (merge !== undefined && this.isBelow(merge.kept, others));
  }

  nameOf(one: number): string {
    return this.standing.findLast(({ kept }) => kept === one)?.name ?? `P${one}`;
  }

  without(merge: Standing): void {
    this.standing = this.standing.filter((each) => each !== merge);
  }
}

test(`${steps} merges and undoes of customers and leads, in any order, are what a model says after each (F139)`, async () => {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const [family, joined] = [new Forest(), new Forest()];
  const personOf = (lead: number) => Math.floor(lead / leadsOfEach);
  const customerOf = (lead: number) => family.rootOf(personOf(lead));
  const pick = (all: readonly number[]) =>
    all
      .map((each) => [random(), each] as const)
      .sort(([one], [other]) => one - other)
      .slice(0, 2 + below(2))
      .map(([, each]) => each);
  const numbers = (count: number) => Array.from({ length: count }, (_, each) => each);
  const done: string[] = [];

  async function mergePeople(step: number): Promise<string> {
    const chosen = pick(numbers(people).filter((each) => family.rootOf(each) === each));
    const [kept, ...merged] = chosen;
    if (kept === undefined || merged.length === 0) return 'nobody is left to merge';
    const { rows } = await app.pool.query<{ id: string; version: number }>(
      'select id, version from customers',
    );
    const seen = chosen.map((each) => ({
      _id: customerIds[each] ?? '',
      version: rows.find(({ id }) => id === customerIds[each])?.version ?? 0,
    }));
    const name = `Step ${step}`;
    const body = { customers: seen, keep: customerIds[kept] ?? '', name, email: null };
    const { status, data } = await app.call(merging.mergeCustomers, { token, body });
    expect(status).toBe(201);
    family.standing.push({ id: data.merge._id, kept, merged, name });
    return `merge ${chosen} into ${kept}`;
  }

  async function undoPeople(): Promise<string> {
    const merge = family.standing[below(family.standing.length)];
    if (!merge) return 'nothing to undo';
    const leaves = (lead: number) => family.isBelow(personOf(lead), merge.merged);
    const isRefused = leadIds.some(
      (_, lead) =>
        customerOf(lead) === family.rootOf(merge.kept) && leaves(lead) !== leaves(joined.rootOf(lead)),
    );
    const { status } = await app.call(merging.undoCustomerMerge, { token, params: { id: merge.id } });
    const said = `undo of ${merge.merged} into ${merge.kept}`;
    expect([said, status]).toEqual([said, isRefused ? 409 : 200]);
    if (!isRefused) family.without(merge);
    return said;
  }

  async function mergeSomeLeads(): Promise<string> {
    const open = numbers(leadIds.length).filter((lead) => joined.rootOf(lead) === lead);
    const customer = customerOf(open[below(open.length)] ?? 0);
    const chosen = pick(open.filter((lead) => customerOf(lead) === customer));
    const [kept, ...merged] = chosen;
    if (kept === undefined || merged.length === 0) return 'no leads to merge';
    const { rows } = await app.pool.query<{ id: string; version: number }>('select id, version from leads');
    const seen = chosen.map((each) => ({
      _id: leadIds[each] ?? '',
      version: rows.find(({ id }) => id === leadIds[each])?.version ?? 0,
    }));
    const id = leadIds[kept] ?? '';
    const body = { kept: id, leads: seen, fields: { phone: id } };
    const { status, data } = await app.call(mergeLeads, { token, body });
    expect(status).toBe(200);
    joined.standing.push({ id: data.merge._id, kept, merged, name: '' });
    return `leads ${chosen} into ${kept}`;
  }

  async function undoSomeLeads(): Promise<string> {
    const merge = joined.standing[below(joined.standing.length)];
    if (!merge) return 'nothing to undo';
    const { kept } = merge;
    const isNewest = joined.standing.findLast((each) => each.kept === kept) === merge;
    const isAllowed = isNewest && joined.rootOf(kept) === kept;
    const { status } = await app.call(undoLeadMerge, { token, params: { id: merge.id }, body: {} });
    const said = `undo of leads ${merge.merged} into ${kept}`;
    expect([said, status]).toEqual([said, isAllowed ? 200 : 409]);
    if (isAllowed) joined.without(merge);
    return said;
  }

  const actions = [mergePeople, undoPeople, mergeSomeLeads, undoSomeLeads];
  for (let step = 1; step <= steps; step++) {
    app.clock.set(new Date(app.clock.now().getTime() + 10));
    // People most of the time: their merges can be undone in any order.
    done.push((await actions[below(5) % 4]?.(step)) ?? '');
    const trace = `SEED=${seed}, step ${step}: ${done.slice(-12).join('; ')}`;
    expect(await stored(), trace).toEqual({
      customers: customerIds.map((id, each) => ({
        id,
        name: family.nameOf(each),
        merged_into: family.rootOf(each) === each ? null : customerIds[family.rootOf(each)],
      })),
      leads: leadIds.map((id, each) => ({
        id,
        customer_id: customerIds[customerOf(each)],
        is_active: joined.rootOf(each) === each,
        merged_into: joined.rootOf(each) === each ? null : leadIds[joined.rootOf(each)],
        joined_ids: leadIds
          .filter(
            (_, other) => other !== each && joined.rootOf(each) === each && joined.rootOf(other) === each,
          )
          .sort(),
      })),
      addresses: customerIds.map((_, each) => ({
        line: `House ${each}`,
        customer_id: customerIds[family.rootOf(each)],
      })),
      withoutOneDefault: [],
    });
  }
});

async function stored() {
  const { rows } = await app.pool.query<{ found: Awaited<unknown> }>(
    `select json_build_object(
       'customers', (select json_agg(json_build_object('id', id, 'name', name, 'merged_into', merged_into) order by mobile) from customers),
       'leads', (select json_agg(json_build_object('id', id, 'customer_id', customer_id, 'is_active', is_active, 'merged_into', merged_into,
         'joined_ids', array(select j from unnest(case when merged_into is null then joined_ids else '{}' end) j order by j::text)) order by id) from leads),
       'addresses', (select json_agg(json_build_object('line', line, 'customer_id', customer_id) order by line) from customer_addresses),
       'withoutOneDefault', (select coalesce(json_agg(customer_id), '[]') from (select customer_id from customer_addresses
         group by 1 having count(*) filter (where is_default) <> 1) c)) as found`,
  );
  return rows[0]?.found;
}

/** The same from the same seed, in [0, 1). Source: mulberry32, Tommy Ettinger. */
function randomNumbers(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
