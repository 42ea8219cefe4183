import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAgainst } from './against/against.ts';
import { measureBrowser } from './browser.ts';
import { areCountersExact } from './counters.ts';
import { type BenchDealer, openBenchDealer } from './dealer.ts';
import { measureDealers } from './dealers.ts';
import { listDownloads, measureBeside, measureDownload, readMemoryMb } from './downloads.ts';
import { readFacts } from './facts.ts';
import { measureHours } from './hours.ts';
import { measureIntake } from './intake.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLive } from './live.ts';
import { type Measured, measure, type Scenario } from './load.ts';
import { measureMessages } from './messages.ts';
import { countStatements, listDearestStatements } from './profile.ts';
import { compareWithLast, formatResultRow, row, writeResults } from './results.ts';
import { bareCall, listScenarios } from './scenarios.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    leads: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '50' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    profile: { type: 'string' },
    against: { type: 'string' },
    idle: { type: 'string', default: '200' },
    busy: { type: 'string', default: '20' },
  },
});

const warmUpSeconds = 4;

const leadsOfOne = Number(options.leads ?? '100000');

async function main(): Promise<boolean> {
  const leads = leadsOfOne;
  console.log(`Making ${leads} leads`);
  const dealer = await openBenchDealer(leads, options.keep);
  try {
    const facts = await readFacts(dealer.pool);
    const scenarios = listScenarios(facts);
    const chosen = scenarios.filter(({ name }) => name.includes(options.only));
    const bare = await measure(bareCall(facts), dealer.bare, Number(options.seconds));
    const lines = [formatResultRow(bare, bare)];
    console.log(lines[0]);
    let wrong = bare.wrong;
    // A process compiles what it runs often: otherwise the first call measured would pay for all.
    if (chosen[0]) await measure(chosen[0], dealer.pitlane, warmUpSeconds);
    for (const scenario of chosen) {
      const measured = await measure(scenario, dealer.pitlane, Number(options.seconds));
      wrong += measured.wrong;
      const line = formatResultRow(measured, bare, await readMemoryMb(dealer.pitlane.pid));
      console.log(line);
      lines.push(line);
    }
    const downloads = await measureDownloads(dealer, scenarios[0], bare);
    wrong += downloads.wrong;
    lines.push(...downloads.lines);
    const isExact = await areCountersExact(dealer.pool);
    console.log(isExact ? 'The counters are exact.' : 'THE COUNTERS ARE WRONG.');
    const about = `${leads.toLocaleString('en')} leads, 50 connections, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, commit ${commit()}, most memory of Pitlane ${await mostMemory(dealer.pitlane.pid)}`;
    console.log(about);
    if (options.compare) console.log((await compareWithLast(leads, lines)).join('\n'));
    if (options.write) await writeResults(about, lines);
    return wrong === 0 && isExact;
  } finally {
    await dealer.close();
  }
}

async function profile(folder: string, keep: string): Promise<boolean> {
  const stopCounting = await countStatements(keep);
  try {
    process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --cpu-prof --cpu-prof-dir=${resolve(folder)}`;
    const dealer = await openBenchDealer(leadsOfOne, keep);
    await printStatements(dealer, keep).finally(() => dealer.close());
  } finally {
    await stopCounting();
  }
  return true;
}

async function printStatements(dealer: BenchDealer, keep: string): Promise<void> {
  for (const scenario of listScenarios(await readFacts(dealer.pool))) {
    if (!scenario.name.includes(options.only)) continue;
    const press = () => measure(scenario, dealer.pitlane, Number(options.seconds));
    console.log(`\n${scenario.name}: calls, ms to plan, ms to run`);
    for (const { calls, planMs, runMs, text } of await listDearestStatements(keep, press))
      console.log(`${calls} ${planMs.toFixed(3)} ${runMs.toFixed(3)} ${text.slice(0, 160)}`);
  }
}

async function measureDownloads(dealer: BenchDealer, list: Scenario | undefined, bare: Measured) {
  const lines: string[] = [];
  let wrong = 0;
  const say = (line: string) => {
    console.log(line);
    lines.push(line);
  };
  for (const download of await listDownloads(dealer.pool)) {
    if (!download.name.includes(options.only)) continue;
    const { name, rows, seconds, firstByte, megabytes, mostMemory, isWhole } = await measureDownload(
      download,
      dealer.pitlane,
    );
    if (!isWhole) wrong++;
    const rate = Math.round(rows / seconds).toLocaleString('en');
    const about = `${rows.toLocaleString('en')} rows, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(2)} s, the first byte after ${firstByte.toFixed(3)} s, at most ${mostMemory} MB of memory`;
    say(row([`${name}: ${about}`, `${rate} rows`, '', '', '', '', '', '', isWhole ? '0' : '1']));
    if (!list) continue;
    const quiet = await measure(list, dealer.pitlane, Number(options.seconds));
    const beside = await measureBeside(download, list, dealer.pitlane, Number(options.seconds));
    wrong += quiet.wrong + beside.wrong;
    say(formatResultRow(quiet, bare));
    say(formatResultRow(beside, bare));
  }
  return { lines, wrong };
}

function commit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
}

async function mostMemory(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmHWM:\s*(\d+)/.exec(status)?.[1];
  return kilobytes ? `${Math.round(Number(kilobytes) / 1024)} MB` : 'unknown';
}

async function browser(): Promise<boolean> {
  const dealer = await openBenchDealer(leadsOfOne, options.keep);
  try {
    await measureBrowser(dealer);
    await measureLighthouse(dealer);
  } finally {
    await dealer.close();
  }
  return true;
}

function run(): Promise<boolean> {
  if (positionals.includes('browser')) return browser();
  if (positionals.includes('hours')) return measureHours(leadsOfOne, options.keep);
  if (positionals.includes('intake')) return measureIntake(leadsOfOne);
  if (positionals.includes('messages')) return measureMessages(leadsOfOne);
  if (positionals.includes('live')) return measureLive(leadsOfOne);
  if (positionals.includes('dealers')) {
    const { leads = '10000', idle, busy, seconds } = options;
    return measureDealers({
      leads: Number(leads),
      idle: Number(idle),
      busy: Number(busy),
      seconds: Number(seconds),
    });
  }
  const { profile: folder, keep = '', against } = options;
  if (against !== undefined) {
    const { seconds, connections, only } = options;
    return measureAgainst(against, {
      ...{ leads: leadsOfOne, keep: options.keep, only },
      ...{ seconds: Number(seconds), connections: Number(connections) },
    });
  }
  return folder === undefined ? main() : profile(folder, keep);
}

process.exitCode = (await run()) ? 0 : 1;
