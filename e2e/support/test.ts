import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type { Level } from '#contract/levels.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { openDemoMeta } from '../../scripts/demo-meta.mjs';
import { Demo, type Session } from './demo.ts';
import { waitPastMidnight } from './written-dates.ts';

/** The stand-in for Meta, by which tests send messages as customers and read what is answered. */
export type DemoMeta = Awaited<ReturnType<typeof openDemoMeta>>;

type WorkerFixtures = {
  /** Stands in for Meta: its customers write on WhatsApp and read what is answered. */
  meta: DemoMeta;
  demo: Demo;
};
type TestFixtures = {
  level: Level | undefined;
  openAs: (level: Level | undefined, session?: Session) => Promise<Page>;
  folder: string;
  complaints: string[];
  oneDate: undefined;
  longRunOnly: undefined;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  meta: [
    async ({ playwright: _ }, use) => {
      const meta = await openDemoMeta();
      await use(meta);
      await meta.close();
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ meta }, use) => {
      const demo = await Demo.start(undefined, {
        META_GRAPH_URL: meta.url,
        SMS_LOCAL_GATEWAY: 'allow',
      });
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  level: [undefined, { option: true }],
  longRunOnly: [
    async ({ playwright: _ }, use, info) => {
      info.skip(!isLongRun && info.tags.includes('@long'), 'npm test -- --all');
      await use(undefined);
    },
    { auto: true },
  ],
  oneDate: [
    async ({ playwright: _ }, use) => {
      await waitPastMidnight();
      await use(undefined);
    },
    { auto: true, timeout: 600_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
  storageState: async ({ demo, level }, use) => {
    await use(level ? await demo.signedInState(level) : { cookies: [], origins: [] });
  },
  openAs: async ({ browser, demo, complaints }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async (level, session) => {
      const storageState = level ? await demo.signedInState(level, session) : undefined;
      const context = await browser.newContext({ storageState, baseURL: demo.url });
      contexts.push(context);
      const page = await context.newPage();
      await listen(page, complaints);
      return page;
    });
    for (const context of contexts) await context.close();
  },
  folder: async ({ playwright: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'pitlane-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  page: async ({ page, complaints }, use) => {
    await listen(page, complaints);
    await use(page);
  },
  complaints: async ({ playwright: _ }, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints, 'what the browser complained about').toEqual([]);
  },
});

export { expect };

const { skip } = test;

/** Includes the tests of a group in `npm test` if they are the example of their kind; like those tagged `@long`, `npm test -- --all` runs the others. */
export function includeInShortRun(isExample: boolean): void {
  skip(!isLongRun && !isExample, 'npm test -- --all');
}

/** Returns all in a long run (`npm test -- --all`), else the examples. */
export const allOrExamples = <Each>(all: readonly Each[], examples: readonly Each[]): readonly Each[] =>
  isLongRun ? all : examples;

const saysWhatIsRefused = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('refused', event.violatedDirective, event.blockedURI, event.sourceFile, event.lineNumber))`;

async function listen(page: Page, complaints: string[]): Promise<void> {
  await page.addInitScript(saysWhatIsRefused);
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => {
    // The browser reports refused calls as failed resources; the page handles them.
    const isFailedCall = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isFailedCall) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (!['127.0.0.1', 'localhost'].includes(hostname) && /^(http|ws)s?:/.test(protocol))
      complaints.push(`asks ${request.url()}`);
  });
}
