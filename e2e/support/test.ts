import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type { Level } from '#contract/levels.ts';
import { Demo, type Session } from './demo.ts';
import { awaitNearMidnight } from './written-dates.ts';

type WorkerFixtures = {
  demo: Demo;
};
type TestFixtures = {
  level: Level | undefined;
  openAs: (level: Level | undefined, session?: Session) => Promise<Page>;
  folder: string;
  complaints: string[];
  oneDate: undefined;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  demo: [
    async ({ playwright: _ }, use) => {
      const demo = await Demo.start();
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  level: [undefined, { option: true }],
  oneDate: [
    async ({ playwright: _ }, use) => {
      await awaitNearMidnight();
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
