import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { logContact, undoContact } from '#contract/contacts.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import { getLeadPanel, listTimeline } from '#contract/leads/lead-panel.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import * as leads from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

const today = '2026-03-10';
let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let token: string;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  token = (await app.signIn('manager')).token;
});
afterAll(() => app.close());

const place = fc.nat(4);
const day = fc.integer({ min: 0, max: 5 }).map((days) => addDays(today, days));
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('merge' as const), lead: place, with: place, also: place }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), merge: place }) },
  fc.record({
    kind: fc.constant('edit' as const),
    lead: place,
    name: fc.constantFrom('Rahim', 'R', 'Rahim Uddin'),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    lead: place,
    status: fc.constantFrom(...leadStatuses),
    day,
  }),
  fc.record({ kind: fc.constant('contact' as const), lead: place }),
  fc.record({ kind: fc.constant('undoContact' as const), contact: place }),
  fc.record({ kind: fc.constant('comment' as const), lead: place }),
  fc.record({ kind: fc.constant('archive' as const), lead: place, isActive: fc.boolean() }),
  fc.record({ kind: fc.constant('phone' as const), lead: place, isOther: fc.boolean() }),
  fc.record({ kind: fc.constant('center' as const), lead: place }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type World = {
  ids: string[];
  merges: string[];
  undone: number;
  contacts: string[];
  phones: [string, string];
};

const get = async (id: string) => (await app.call(leads.getLead, { token, params: { id } })).data;

async function walk(world: World, one: Step): Promise<void> {
  const idOf = (number: number) => world.ids[number] ?? '';
  const asked = async () => {
    switch (one.kind) {
      case 'merge': {
        const ids = [...new Set([idOf(one.lead), idOf(one.with), idOf(one.also)])];
        const all = await Promise.all(ids.map(get));
        const body = { kept: idOf(one.lead), leads: all.map(({ _id, version }) => ({ _id, version })) };
        const answer = await app.call(mergeLeads, { token, body });
        if (answer.status === 200) world.merges.push(answer.data.merge._id);
        return answer;
      }
      case 'undo': {
        const params = { id: world.merges.at(-1 - one.merge) ?? '' };
        const answer = await app.call(undoLeadMerge, { token, params, body: {} });
        if (answer.status === 200) world.undone++;
        return answer;
      }
      case 'edit':
        return app.call(leads.editLead, { token, params: { id: idOf(one.lead) }, body: { name: one.name } });
      case 'center':
        return app.call(leads.editLead, {
          ...{ token, params: { id: idOf(one.lead) }, body: { serviceCenter: fixtures.south } },
        });
      case 'contact': {
        const body = { channel: 'call', outcome: 'noAnswer' } as const;
        const answer = await app.call(logContact, { token, params: { id: idOf(one.lead) }, body });
        if (answer.status === 201) world.contacts.push(answer.data.contact._id);
        return answer;
      }
      case 'undoContact': {
        const id = world.contacts.at(-1 - one.contact) ?? '';
        const answer = await app.call(undoContact, { token, params: { id } });
        if (answer.status === 200) world.contacts.splice(world.contacts.indexOf(id), 1);
        return answer;
      }
      case 'comment': {
        const body = { text: 'Hello', mentions: [] };
        return app.call(addComment, { token, params: { id: idOf(one.lead) }, body });
      }
      case 'archive': {
        const { isActive } = one;
        return app.call(leads.archiveLead, { token, params: { id: idOf(one.lead) }, body: { isActive } });
      }
      case 'phone': {
        const body = { phone: world.phones[Number(one.isOther)] };
        return app.call(leads.editLead, { token, params: { id: idOf(one.lead) }, body });
      }
      case 'move': {
        const { nextFollowUpDates } = await get(idOf(one.lead));
        const { status, day } = one;
        const needs = {
          potential: { nextFollowUpDates: [...nextFollowUpDates, day] },
          booked: { appointmentDate: day },
          lostCustomer: { lostReason: 'Too far' },
        };
        const body = { status, ...(status in needs && needs[status as keyof typeof needs]) };
        return app.call(leads.moveLead, { token, params: { id: idOf(one.lead) }, body });
      }
    }
  };
  expect([200, 201, 400, 403, 404, 409]).toContain((await asked()).status);
}

const numRuns = isLongRun ? 25 : 6;

const mergedAndParted: Step[] = [
  { kind: 'merge', lead: 0, with: 1, also: 2 },
  { kind: 'contact', lead: 0 },
  { kind: 'undo', merge: 0 },
  { kind: 'merge', lead: 3, with: 4, also: 3 },
];

test('after any merges, undos and edits nothing is lost and counters equal a recount', async () => {
  let merged = 0;
  let undone = 0;
  let customers = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const phone = `0151${String(++customers).padStart(7, '0')}`;
      const world: World = {
        ...{ ids: [], merges: [], undone: 0, contacts: [] },
        phones: [phone, phone.replace('0151', '0191')],
      };
      for (let number = 0; number < 5; number++) {
        app.clock.set(new Date(testNoon.getTime() + number * 7 * 60_000));
        const body = { name: `Lead ${number}`, phone, serviceCenter: fixtures.north, platform: 'facebook' };
        world.ids.push((await app.call(leads.createLead, { token, body })).data._id);
      }
      for (const [number, one] of steps.entries()) {
        app.clock.set(new Date(testNoon.getTime() + (60 + number) * 60_000));
        await walk(world, one);
      }
      const all = await Promise.all(world.ids.map(get));
      merged += world.merges.length;
      undone += world.undone;
      expectPointers(all);
      await expectWhole(all, world);
    }),
    // However the others fall out, there are merges and undos.
    { numRuns, examples: [[mergedAndParted]] },
  );
  expect(merged).toBeGreaterThan(numRuns / 5);
  expect(undone).toBeGreaterThan(0);
  await expectDayCountersToMatch(app, 'Asia/Dhaka');
  await expectVersions();
});

function expectPointers(all: readonly Lead[]): void {
  for (const lead of all) {
    const pointing = all.filter(({ mergedInto }) => mergedInto === lead._id).map(({ _id }) => _id);
    if (lead.mergedInto === null) expect([...lead.joinedLeads].sort()).toEqual(pointing.sort());
    else expect([pointing, lead.isActive]).toEqual([[], false]);
    const alike = all.filter(({ _id, phone }) => phone === lead.phone || _id === lead.mergedInto);
    expect(new Set(alike.map(({ customer }) => customer))).toEqual(new Set([lead.customer]));
  }
}

async function expectWhole(all: readonly Lead[], { ids, contacts }: World): Promise<void> {
  const told: string[] = [];
  let attempts = 0;
  for (const { _id: id, mergedInto, contactAttempts } of all) {
    if (mergedInto !== null) continue;
    attempts += contactAttempts;
    const first = (await app.call(getLeadPanel, { token, params: { id } })).data.timeline;
    told.push(...first.entries.map(({ _id }) => _id));
    for (let before = first.next; before; ) {
      const { data } = await app.call(listTimeline, { token, params: { id }, query: { before } });
      told.push(...data.entries.map(({ _id }) => _id));
      before = data.next;
    }
  }
  expect(attempts).toBe(contacts.length);
  const { rows } = await app.pool.query<{ id: string }>(
    `select v.id from lead_versions v join leads l on l.id = v.lead_id
     where lead_id = any($1) and (l.merged_into is null or not 'mergedInto' = any(v.changed_fields))
     union all select id from lead_contacts where lead_id = any($1)
     union all select id from lead_comments where lead_id = any($1)`,
    [ids],
  );
  expect(told.sort()).toEqual(rows.map(({ id }) => id).sort());
}

async function expectVersions(): Promise<void> {
  const { rows } = await app.pool.query(`
    select l.id from leads l join lead_versions v on v.lead_id = l.id and v.version = l.version
    where (v.snapshot - '{contact_attempts,last_contact_at,try_again_at,reminded_for}'::text[]
        - '{response_due_at,responded_at,response_minutes}'::text[])
      <> to_jsonb(l) - '{contact_attempts,last_contact_at,try_again_at,reminded_for,response_due_at,responded_at}'::text[]
        - '{response_minutes,search_key,search_grams,follow_up_on,touched_at,due_kind,due_at}'::text[]`);
  expect(rows).toEqual([]);
}
