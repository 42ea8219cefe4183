// Runs in a process of its own: makes a dealer with the code of a checkout, starts that checkout's Pitlane, and measures its calls when asked.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measure, type Scenario } from '../load.ts';
import type { Sample } from './comparison.ts';

type Dealer = typeof import('../dealer.ts');
type Facts = typeof import('../facts.ts');
type Scenarios = typeof import('../scenarios.ts');

/** An order to the process of a side: to measure a call, or to close. */
export type Order = { measure: string; seconds: number; connections: number } | 'close';

/** An answer of the process of a side. */
export type Report = { calls: string[] } | { sample: Sample; wrong: number };

const [checkout = '', leads = '', folder = ''] = process.argv.slice(2);

async function load<Module>(file: string): Promise<Module> {
  return import(pathToFileURL(join(resolve(checkout), 'bench', file)).href);
}

const report = (said: Report) => process.send?.(said);

const { openBenchDealer } = await load<Dealer>('dealer.ts');
const { readFacts } = await load<Facts>('facts.ts');
const { listScenarios } = await load<Scenarios>('scenarios.ts');

const dealer = await openBenchDealer(Number(leads), folder);
const scenarios: Scenario[] = listScenarios(await readFacts(dealer.pool));

process.on('message', (order: Order) => void carryOut(order));
report({ calls: scenarios.map(({ name }) => name) });

async function carryOut(order: Order): Promise<void> {
  if (order === 'close') {
    await dealer.close();
    process.disconnect();
    return;
  }
  const scenario = scenarios.find(({ name }) => name === order.measure);
  if (!scenario) throw new Error(`No call is named ${order.measure}`);
  const { cpu, usersP99, refused, wrong } = await measure(
    scenario,
    dealer.pitlane,
    order.seconds,
    order.connections,
  );
  report({ sample: { cpuMs: cpu, usersP99Ms: usersP99, refused }, wrong });
}
