import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Checkout, cloneCommit, copyDatabase, describeOwnCommit, ownCheckout } from './checkout.ts';
import { type CallSamples, comparedCalls, findCall, type Sample, writeComparison } from './comparison.ts';
import type { Order, Report } from './side.ts';

const rounds = 3;

/** `connections`: where an older commit refuses calls, its milliseconds hold the refused ones too; fewer than its pool are never refused. */
type Options = {
  leads: number;
  seconds: number;
  connections: number;
  keep: string | undefined;
  only: string;
};

/**
 * Measures this checkout beside an older commit: each has a database of its own, made by its own code, and every call is made of one and
 * then of the other, so that what else the machine does concerns both.
 *
 * @returns false if a reply was wrong.
 */
export async function measureAgainst(commit: string, options: Options): Promise<boolean> {
  const folder = options.keep ?? join(tmpdir(), 'pitlane-against');
  const older = await cloneCommit(commit, folder);
  const own: Checkout = { folder: ownCheckout, commit: 'now' };
  const databases = [];
  for (const side of [older, own]) databases.push(await makeDatabase(side, folder, options.leads));
  const sides: Side[] = [];
  try {
    for (const [place, { folder: code }] of [older, own].entries())
      sides.push(await openSide(code, options.leads, await copyDatabase(databases[place] ?? '')));
    const compared = await measureInTurn(sides, options);
    console.log(
      `\n${options.leads.toLocaleString('en')} leads, ${describeOwnCommit()} beside ${older.commit}\n`,
    );
    console.log(writeComparison(older.commit, compared));
    return sides.every(({ wrong }) => wrong === 0);
  } finally {
    await Promise.all(sides.map(closeSide));
    for (const database of databases) await rm(`${database}-in-use`, { recursive: true, force: true });
  }
}

async function measureInTurn(
  sides: readonly Side[],
  { seconds, connections, only }: Options,
): Promise<CallSamples[]> {
  const compared: CallSamples[] = [];
  for (const call of comparedCalls.filter(({ name }) => name.includes(only))) {
    const samples: Sample[][] = sides.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const [place, side] of sides.entries()) {
        const name = findCall(side.calls, call);
        if (name !== undefined)
          samples[place]?.push(await measureCall(side, { measure: name, seconds, connections }));
      }
    const [older = [], own = []] = samples;
    compared.push({ name: call.name, older, own });
    const cpuOf = (some: readonly Sample[]) => some.map(({ cpuMs }) => cpuMs.toFixed(2)).join(' ') || 'none';
    console.log(`${call.name}: ${cpuOf(older)} then, ${cpuOf(own)} now`);
  }
  return compared;
}

/** Makes the database once. @returns its folder. */
async function makeDatabase(
  { folder: code, commit }: Checkout,
  folder: string,
  leads: number,
): Promise<string> {
  const database = join(folder, commit, `${leads}-leads`);
  const made = `${database}-made`;
  if (existsSync(made)) return database;
  console.log(`Making ${leads.toLocaleString('en')} leads with ${commit}`);
  await rm(database, { recursive: true, force: true });
  await closeSide(await openSide(code, leads, database));
  await writeFile(made, '');
  return database;
}

type Side = { child: ChildProcess; calls: readonly string[]; wrong: number };

async function openSide(code: string, leads: number, database: string): Promise<Side> {
  const child = fork(fileURLToPath(new URL('side.ts', import.meta.url)), [code, `${leads}`, database], {
    cwd: code,
  });
  const report = await nextReport(child);
  return { child, calls: 'calls' in report ? report.calls : [], wrong: 0 };
}

async function measureCall(side: Side, order: Exclude<Order, 'close'>): Promise<Sample> {
  send(side, order);
  const report = await nextReport(side.child);
  if (!('sample' in report)) throw new Error('A side reported its calls twice');
  side.wrong += report.wrong;
  return report.sample;
}

async function closeSide(side: Side): Promise<void> {
  if (side.child.exitCode !== null) return;
  const exit = once(side.child, 'exit');
  send(side, 'close');
  await exit;
}

function send({ child }: Side, order: Order): void {
  child.send(order);
}

async function nextReport(child: ChildProcess): Promise<Report> {
  const isEnding = new AbortController();
  const failed = once(child, 'exit', { signal: isEnding.signal }).then(([code]) => {
    throw new Error(`A side ended with ${code}`);
  });
  const [report] = await Promise.race([once(child, 'message', { signal: isEnding.signal }), failed]).finally(
    () => {
      isEnding.abort();
      failed.catch(() => undefined);
    },
  );
  return report;
}
