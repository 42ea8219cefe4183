import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { basePath } from '#contract/call/endpoint.ts';
import { findBrowser, offlineArgs } from '../e2e/support/browser.ts';
import { frameRequests } from '../e2e/support/held.ts';
import { submitLoginForm } from '../e2e/support/signing-in.ts';
import { type BenchDealer, person } from './dealer.ts';

type Screen = { name: string; path: string; content: string };

/**
 * Milliseconds from navigation: `shown`, the content stood there; `lcp`, largest contentful paint. `blocked`: by how much tasks
 * exceeded 50 ms; `cls`: layout shift; `trips`: calls that waited for one another.
 */
type Visit = { shown: number; lcp: number; blocked: number; cls: number; calls: number; trips: number };

const viewport = { width: 1440, height: 900 };
const visits = 5;
const turns = 20;
const typings = 5;
const row = 'tr[data-row]';
const tileLine = 'main polyline';

/** Lists the screens whose loading is measured, with what shows that they are there. */
export function listMeasuredScreens(lead: string): Screen[] {
  const main = (name: string, path: string, content: string) => ({ name, path: `/main/${path}`, content });
  return [
    main('today', 'today', '[role=listitem], li'),
    main('leads of a status', 'manageMentLead/booked', row),
    main('neglected leads', 'neglected', row),
    main('one lead', `lead/${lead}`, 'main h1, main h2'),
    main('customers', 'customers', row),
    main('dashboard', 'managementDashboard', tileLine),
    main('service-center report', 'serviceCenterReports', 'main tbody tr'),
    main('employee report', 'employeeReports', 'main tbody tr'),
    main('offerings', 'servicesAndCampaign', row),
    main('service centers', 'serviceCenters', row),
    main('audit log', 'audit', 'main tbody tr'),
  ];
}

/** Measures in a browser how long each screen takes, and prints it. */
export async function measureBrowser({ pool, pitlane }: BenchDealer): Promise<void> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args: offlineArgs,
    env: { ...process.env, ...env },
  });
  try {
    const { rows } = await pool.query<{ id: string }>('select id from leads where is_active limit 1');
    const baseURL = `http://127.0.0.1:${pitlane.port}`;
    const first = await browser.newContext({ baseURL });
    const page = await first.newPage();
    await page.goto('/auth/login');
    await submitLoginForm(page, person.password, person.email);
    await page.waitForURL(/\/main/);
    const storageState = await first.storageState();
    const open = async () => {
      const context = await browser.newContext({ baseURL, storageState, viewport });
      await context.addInitScript({ path: join(import.meta.dirname, 'in-page.js') });
      return context;
    };
    console.log(
      '| screen | shown ms, first visit | again | LCP ms | again | blocked ms | CLS | calls | trips |',
    );
    console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --: |');
    for (const screen of listMeasuredScreens(rows[0]?.id ?? ''))
      console.log(await lineOfScreen(screen, open));
    console.log(await measureTurns(await open()));
    await first.close();
  } finally {
    await browser.close();
  }
}

async function lineOfScreen({ name, path, content }: Screen, open: () => Promise<BrowserContext>) {
  const firsts: Visit[] = [];
  const agains: Visit[] = [];
  for (let visited = 0; visited < visits; visited++) {
    const context = await open();
    firsts.push(await visit(context, path, content));
    agains.push(await visit(context, path, content));
    await context.close();
  }
  const of = (seen: Visit[], figure: keyof Visit) => median(seen.map((one) => one[figure]));
  const times = [of(firsts, 'shown'), of(agains, 'shown'), of(firsts, 'lcp'), of(agains, 'lcp')];
  const cells = [
    ...[...times, of(agains, 'blocked')].map((time) => time.toFixed(0)),
    Math.max(...[...firsts, ...agains].map(({ cls }) => cls)).toFixed(3),
    of(agains, 'calls'),
    Math.max(...agains.map(({ trips }) => trips)),
  ];
  return `| ${[name, ...cells].join(' | ')} |`;
}

async function visit(context: BrowserContext, path: string, content: string): Promise<Visit> {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'commit' });
  const shown = await page.evaluate<number>(`bench.shown('${content}')`);
  // Late shifts and paints count too.
  await page.waitForTimeout(1_000);
  const figures = await page.evaluate<Pick<Visit, 'lcp' | 'cls' | 'blocked'>>('bench.figures()');
  const asked = await page.evaluate<Call[]>('bench.calls()');
  await page.close();
  const calls = asked.filter(({ url, from }) => isCall(url) && from <= shown);
  return { ...figures, shown, calls: calls.length, trips: tripsOf(calls) };
}

type Call = { url: string; from: number; to: number };

function isCall(url: string): boolean {
  const { pathname } = new URL(url);
  return pathname.startsWith(basePath) && !frameRequests.test(pathname);
}

function tripsOf(calls: readonly Call[]): number {
  const trips: { to: number; trip: number }[] = [];
  for (const call of calls.toSorted((one, other) => one.from - other.from)) {
    const before = trips.filter(({ to }) => to <= call.from).map(({ trip }) => trip);
    trips.push({ to: call.to, trip: 1 + Math.max(0, ...before) });
  }
  return Math.max(0, ...trips.map(({ trip }) => trip));
}

async function measureTurns(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.goto('/main/manageMentLead/booked');
  await page.locator(row).first().waitFor();
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    // Somebody reads the page first.
    await page.waitForTimeout(700);
    const shown = page.evaluate<number>(`bench.shown('${row}', bench.textOf('${row}'))`);
    await page.getByRole('button', { name: turn % 4 === 3 ? 'Previous page' : 'Next page' }).click();
    times.push((await shown) - (await page.evaluate<number>('bench.clickedAt()')));
  }
  const search = page.getByRole('search').getByRole('textbox');
  for (let typed = 0; typed < typings; typed++) {
    await search.click();
    await page.keyboard.type('rahim', { delay: 80 });
    await page.waitForTimeout(700);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(700);
  }
  const paints = await page.evaluate<number[]>('bench.interactions()');
  await context.close();
  if (paints.length === 0) throw new Error('The browser reported no click and no key.');
  return [
    `Next or previous page shown after ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms.`,
    `Of ${turns} clicks and ${typings * 6} keys, ${paints.length} took 16 ms or more to the next paint: ${median(paints)} ms in the middle, at most ${Math.max(...paints)} ms.`,
  ].join('\n');
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
