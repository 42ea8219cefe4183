import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as contract from '#contract/imports.ts';
import { listLeads } from '#contract/leads/leads.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';
import { uploadLeads } from '#server/testing/hold/doors.ts';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { askOrigin, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { readMemoryMb } from '#server/testing/hold/memory-of.ts';
import { makeBook } from '#server/testing/made-book.ts';
import { startAsNpm } from '#server/testing/memory.ts';

const rows = 100_000;
const seconds = 120;
const megabytes = 300;
const readers = 2;
const unfelt = 40;

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});

const kinds = { CSV: csvOf, XLSX: bookOf };

test.each(['CSV', 'XLSX'] as const)(
  `${rows} rows of %s are in within ${seconds} seconds and ${megabytes} MB while others read lists, through a kill, and out again`,
  async (kind) => {
    let { program, server } = await start();
    await pitlane.inDatabase(makeKeeper);
    const token = await signInKeeper(pitlane.origin);
    const call = async (endpoint: Parameters<typeof askOrigin>[1], id: string, body?: object) =>
      (await askOrigin(pitlane.origin, endpoint, { token, id, ...(body && { body }) })).reply;

    const { made } = await uploadLeads(pitlane.origin, token, 'old.csv', await kinds[kind](tableOf(rows)));
    if (!made) throw new Error('The file was refused');
    const { _id: id, settings } = made;
    const state = async () => (await call(contract.getImport, id)).state;
    const over = (what: string, states: readonly unknown[]) =>
      patiently(what, async () => !states.includes(await state()));

    const quiet = await readLists(token, 5_000);
    let since = performance.now();
    await call(contract.checkImport, id, settings);
    await over('it is checked', ['checking']);
    const checkedIn = secondsSince(since);
    expect(((await call(contract.getImport, id)).check as { ready: number }).ready).toBe(rows);

    const { most: whileChecking } = await readMemoryMb(server);
    console.log(`checked with at most ${Math.round(whileChecking)} MB`);
    since = performance.now();
    await call(contract.startImport, id);
    await wait(2_000);
    const busy = await readLists(token, 10_000);
    await over('it is imported', ['running']);
    const importedIn = secondsSince(since);
    const { most } = await readMemoryMb(server);
    expect(await call(contract.getImport, id)).toMatchObject({ state: 'done', taken: rows, refused: 0 });
    await expectExact(rows);

    since = performance.now();
    await call(contract.revertImport, id);
    await patiently(
      'a part is reverted',
      async () => Number((await call(contract.getImport, id)).reverted) > 20_000,
    );
    process.kill(server, 'SIGKILL');
    await program.ended;
    ({ program, server } = await start());
    await pitlane.inDatabase(({ pool }) => pool.query('update jobs set run_at = now()'));
    await over('it is reverted', ['reverting']);
    const revertedIn = secondsSince(since);
    expect(await call(contract.getImport, id)).toMatchObject({ state: 'reverted', keptCount: 0 });
    await expectExact(0);
    console.log(
      `✓ ${kind}: checked in ${checkedIn} s, imported in ${importedIn} s, reverted through a kill in ${revertedIn} s; at most ${Math.round(most)} MB; lists: p99 ${Math.round(quiet)} ms quiet, ${Math.round(busy)} ms during it`,
    );
    expect(importedIn).toBeLessThan(seconds);
    expect(most).toBeLessThan(megabytes);
    expect(busy).toBeLessThan(Math.max(2 * quiet, unfelt));
    expect(await program.end('SIGTERM')).toBe(0);
  },
  1_800_000,
);

function start() {
  return startAsNpm({ PORT: new URL(pitlane.origin).port, DATA_DIR: pitlane.dataDir });
}

const secondsSince = (at: number) => Math.round((performance.now() - at) / 1_000);

async function patiently(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUp = Date.now() + 900_000; Date.now() < giveUp; await wait(200)) if (await isSo()) return;
  throw new Error(`Not so within a quarter of an hour: ${what}`);
}

function tableOf(count: number): string[][] {
  const headers = 'Name,Phone,Email,Service Center,Status,Entry date,Follow-up date,Lost reason,Remarks';
  const table = [headers.split(',')];
  for (let place = 0; place < count; place++) {
    const person = place % 3 === 2 ? place - 1 : place;
    const day = `${String((place % 28) + 1).padStart(2, '0')}/${String((place % 12) + 1).padStart(2, '0')}/2024`;
    const [status = '', followUp = '', reason = ''] =
      place % 4 === 0
        ? ['Won', '', '']
        : place % 4 === 1
          ? ['Lost', '', 'Too far']
          : ['Follow up', '01/02/2025', ''];
    const phone = `017${String(10_000_000 + person).padStart(8, '0')}`;
    table.push([
      ...[`রহিম Uddin ${person}`, phone, `rahim${person}@padma.test`, 'Tejgaon'],
      ...[place % 12 < 8 ? status : 'Won', day, followUp, reason, 'Asked for the price, and when'],
    ]);
  }
  return table;
}

async function csvOf(table: readonly string[][]): Promise<string> {
  return table.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
}

function bookOf(table: readonly string[][]): Promise<Buffer> {
  const places = new Map<string, number>();
  const placeOf = (text: string) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const rowOf = (cells: readonly string[], at: number) =>
    `<row r="${at + 1}">${cells.map((cell) => `<c t="s"><v>${placeOf(cell)}</v></c>`).join('')}</row>`;
  const sheets = [{ name: 'Leads', rows: table.map(rowOf).join('') }];
  return makeBook({ sheets, texts: [...places.keys()].map((text) => `<t>${text}</t>`) });
}

async function readLists(token: string, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  const took: number[] = [];
  const read = async () => {
    while (performance.now() < end) {
      const { status, askedAt, answeredAt } = await askOrigin(pitlane.origin, listLeads, { token });
      expect(status).toBe(200);
      took.push(answeredAt - askedAt);
      await wait(50);
    }
  };
  await Promise.all(Array.from({ length: readers }, read));
  return took.sort((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? 0;
}

async function expectExact(leads: number): Promise<void> {
  await pitlane.inDatabase(async (database) => {
    const number = async (query: string) => Number((await database.pool.query(query)).rows[0]?.n ?? 0);
    expect(await number('select count(*) as n from leads')).toBe(leads);
    expect(
      await number("select sum(leads) as n from lead_totals where figure in ('status', 'archived')"),
    ).toBe(leads);
    expect(await number('select count(*) as n from lead_versions')).toBe(leads);
    expect(await number('select count(*) as n from customers')).toBe(
      await number('select sum(customers) as n from customer_counts'),
    );
    if (leads > 0) return expectDayCountersToMatch(database, 'Asia/Dhaka');
    expect(await number('select count(*) as n from customers')).toBe(0);
    for (const counter of ['lead_totals', 'lead_figures'])
      expect(
        await number(`select max(leads) as n from (select sum(leads) as leads from ${counter}
        group by (to_jsonb(${counter}) - 'slot' - 'leads')::text) summed`),
      ).toBe(0);
  });
}
