import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTable } from '#server/imports/files/open-table.ts';
import { type TableRow, UnreadableFile } from '#server/imports/files/table.ts';
import { openWorkerThread } from '#server/lib/workers/worker-thread.ts';
import { readTable } from './read-table.service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-tables-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(text: string): Promise<string> {
  const path = join(folder, `${Math.random()}.csv`);
  await writeFile(path, text);
  return path;
}

async function all(rows: AsyncIterable<TableRow>): Promise<TableRow[]> {
  const found: TableRow[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const lines = (count: number) =>
  [...Array(count).keys()].map((number) => `Rahim ${number},0171${String(number).padStart(7, '0')}`);
const people = (count: number) => `Name,Phone\n${lines(count).join('\n')}\n`;

test('a file read in a thread is the same as read here, on each pass (F105)', async () => {
  const path = await fileOf(people(1_234));
  const here = await openTable(path);
  const { table, close } = await readTable(path);
  expect(table).toMatchObject({ kind: 'csv', headers: ['Name', 'Phone'], separator: ',' });
  for await (const { row } of table.rows()) if (row === 700) break;
  const rows = await all(here.rows());
  expect(await all(table.rows())).toEqual(rows);
  expect(await all(table.rows())).toEqual(rows);
  await close();
});

test('the main thread does the smaller part of the work on a large file (F105)', async () => {
  const path = await fileOf(
    `${people(2)}${'\n'.repeat(20)}${`${' '.repeat(1_000)}\n`.repeat(9_000)}${people(40_000)}`,
  );
  const before = { main: process.threadCpuUsage(), all: process.cpuUsage() };
  const { table, close } = await readTable(path);
  expect((await all(table.rows())).length).toBeGreaterThan(40_000);
  await close();
  const main = process.threadCpuUsage(before.main);
  const spent = process.cpuUsage(before.all);
  expect(main.user + main.system).toBeLessThan((spent.user + spent.system) / 2);
});

test('what is wrong with a file is said in the same words, and more files can be read afterwards (F105)', async () => {
  const paths = await Promise.all([...Array(6)].map((_, index) => fileOf(index % 2 ? people(3) : '')));
  const outcomes = await Promise.all(
    paths.map(async (path) => {
      const here = await openTable(path).catch((error: unknown) => error);
      const apart = await readTable(path).catch((error: unknown) => error as UnreadableFile);
      if (!(apart instanceof Error)) {
        await apart.close();
        return 'read';
      }
      expect(apart).toBeInstanceOf(UnreadableFile);
      expect(apart).toEqual(here);
      return 'refused';
    }),
  );
  expect(outcomes).toEqual(['refused', 'read', 'refused', 'read', 'refused', 'read']);
});

test('a file that is closed is not read on (F105)', async () => {
  const { table, close } = await readTable(await fileOf(people(5_000)));
  const rows = table.rows()[Symbol.asyncIterator]();
  expect(await rows.next()).toMatchObject({ value: { row: 2 } });
  await close();
  await expect(all({ [Symbol.asyncIterator]: () => rows })).rejects.toThrow('The thread has ended');
});

test('a thread that does not answer is ended (F105)', async () => {
  const endless = new URL(
    "data:text/javascript,import{parentPort}from'worker_threads';parentPort.on('message',()=>{for(;;);})",
  );
  const thread = openWorkerThread(endless, undefined, { timeMs: 100, memoryMb: 64 });
  await expect(thread.ask('next')).rejects.toMatchObject({ code: 'TOO_SLOW' });
  await expect(thread.ask('next')).rejects.toMatchObject({ code: 'TOO_SLOW' });
});
