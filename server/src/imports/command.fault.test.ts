import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/pool.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { FaultHarness } from '#server/testing/fault-harness.ts';
import { EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { keeper, makeKeeper } from '#server/testing/hold/kept-writes.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { Program } from '#server/testing/program.ts';

const it = test.runIf(isLongRun);

let harness: FaultHarness;
beforeEach(async () => {
  harness = await FaultHarness.make();
});
afterEach(() => harness.clear());

it('a file is imported from the terminal, while Pitlane runs and while it does not', async () => {
  const dataDir = await harness.prepare('data');
  const file = harness.path('leads.csv');
  const run = async (...args: string[]) => {
    const program = new Program(['server/src/imports/command.ts', ...args], { env: { DATA_DIR: dataDir } });
    const code = await program.ended;
    return { code, said: program.output, errors: program.errors };
  };
  const pitlane = await EmbeddedPitlane.at(dataDir);
  const server = await pitlane.start();
  await pitlane.inDatabase(makeKeeper);
  await pitlane.inDatabase(addUttara);

  await writeFile(
    file,
    'Name,Phone,Status\nRahim,01712345678,Won\nKarim,12,Won\nAmina,01712345679,Walked in\n',
  );
  const as = [file, '--as', keeper.email];
  const checked = await run(...as, '--center', 'tejgaon', '--check');
  expect(checked).toMatchObject({ code: 0, errors: '' });
  expect(checked.said).toContain('1 of 3 rows can be imported');
  expect(checked.said).toContain('status “Walked in” is not known here');
  expect(checked.said).toContain('Row 3, Phone: This phone number is too short (“12”)');
  const done = await run(...as, '--center', 'Tejgaon');
  expect(done).toMatchObject({ code: 0, errors: '' });
  expect(done.said).toContain('Done: 1 in, 0 joined, 0 skipped, 2 refused.');
  expect((await readFile(`${file}.refused.csv`, 'utf8')).split('\r\n')).toHaveLength(4);
  expect(await server.end('SIGTERM')).toBe(0);

  const again = await run(...as, '--center', 'Tejgaon', '--duplicates', 'add');
  expect(again).toMatchObject({ code: 0, errors: '' });
  expect(again.said).toContain('Done: 1 in');
  await writeFile(file, 'Name,Town\nRahim,Dhaka\n');
  expect(await run(...as)).toMatchObject({
    code: 1,
    errors: 'No column names a service center: add --center NAME, one of: Tejgaon, Uttara.\n',
  });
  expect(await run(...as, '--center', 'Uttara')).toMatchObject({
    code: 1,
    errors: 'Choose a column for the phone number\n',
  });
  await writeFile(file, 'Source,Date\nName,Phone,Status\nKarim,01712345670,Won\n');
  const below = await run(...as, '--headers', '2', '--center', 'Tejgaon', '--check');
  expect(below).toMatchObject({ code: 0, errors: '' });
  expect(below.said).toContain('1 of 1 rows can be imported');
  expect(await run(...as, '--headers', '9')).toMatchObject({
    code: 1,
    errors: 'Choose one of the first 10 rows that are not blank\n',
  });
  expect(await run(file, '--as', 'nobody@padma.test')).toMatchObject({
    code: 1,
    errors: 'nobody@padma.test is no active account of management.\n',
  });
  expect((await run(file)).errors).toMatch(/^Name the file and who imports it: .*\n$/);
}, 300_000);

function addUttara({ db }: Database): Promise<string> {
  const context = { db, clock: systemClock, cache: openProcessCache() };
  return addServiceCenter(context, { name: 'Uttara', address: null, contactNo: null });
}
