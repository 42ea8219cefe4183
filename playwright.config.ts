import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser, offlineArgs } from './e2e/support/browser.ts';

const browser = await findBrowser();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  // Each has a Pitlane, a database and a browser of its own, which together keep a core busy.
  workers: Math.min(4, Math.max(2, availableParallelism() - 1)),
  fullyParallel: true,
  forbidOnly: true,
  // `npm test` names at its end what a second try mends.
  retries: 1,
  // Ends what hangs; far more than anything takes on a slow machine.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Dhaka',
    reducedMotion: 'reduce',
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      args: offlineArgs,
      env: { ...process.env, ...browser.env },
    },
  },
});
