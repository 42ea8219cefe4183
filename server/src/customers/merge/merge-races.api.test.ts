import { afterAll, beforeAll, expect, test } from 'vitest';
import * as merging from '#contract/customer-merges.ts';
import * as leads from '#contract/leads/leads.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let token: string;
let north: string;

beforeAll(async () => {
  app = await TestApp.open();
  ({ north } = await addFixtures(app));
  ({ token } = await app.signIn('superAdmin'));
});
afterAll(() => app.close());

const people = 6;
const mergesOfEach = isLongRun ? 80 : 10;
const phoneOf = (person: number) => `0171400100${person % people}`;
const record = (person: number, more: object = {}) =>
  app.call(leads.createLead, {
    token,
    body: { name: 'Nadia Karim', phone: phoneOf(person), serviceCenter: north, ...more },
  });

test('leads are recorded while their customers are merged and parted (F110)', async () => {
  const customers: string[] = [];
  for (let person = 0; person < people; person++)
    customers.push(String((await record(person)).data.customer));
  const statuses = new Set<string>();
  let isMerging = true;

  const merge = async (from: number) => {
    for (let nth = 0; nth < mergesOfEach; nth++) {
      const pair = [nth + from, nth * 5 + from + 1].map((place) => customers[place % people] ?? '');
      const { data, status } = await app.call(merging.previewCustomerMerge, {
        token,
        query: { customers: pair.join() },
      });
      if (status !== 200 || pair[0] === pair[1]) continue;
      const seen = data.customers.map(({ _id, version }) => ({ _id, version }));
      const body = { customers: seen, keep: pair[0] ?? '', name: 'Nadia Karim', email: null };
      const merged = await app.call(merging.mergeCustomers, { token, body });
      statuses.add(`merge ${merged.status}`);
      if (merged.status !== 201) continue;
      const params = { id: merged.data.merge._id };
      statuses.add(`undo ${(await app.call(merging.undoCustomerMerge, { token, params })).status}`);
    }
  };
  const write = async (from: number) => {
    for (let nth = 0; isMerging; nth++) {
      const email = `nadia${nth}@example.com`;
      statuses.add(`lead ${(await record(nth + from, { name: `Nadia ${nth}`, email })).status}`);
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  await Promise.all([0, 1, 2].map(merge));
  isMerging = false;
  await Promise.all(writers);
  const allowed = ['lead 201', 'merge 201', 'merge 400', 'merge 409', 'undo 200', 'undo 409'];
  expect([...statuses].filter((status) => !allowed.includes(status))).toEqual([]);
});
