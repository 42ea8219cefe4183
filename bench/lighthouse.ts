import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { freePort } from '#server/testing/free-port.ts';
import { findBrowser, offlineArgs } from '../e2e/support/browser.ts';
import { submitLoginForm } from '../e2e/support/signing-in.ts';
import { listMeasuredScreens } from './browser.ts';
import { type BenchDealer, person } from './dealer.ts';

const run = promisify(execFile);

/** Source: https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md */
const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});

const categories = ['performance', 'accessibility', 'best-practices'];
const audits = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'];
const mostOutput = 100_000_000;

const profiles = { desktop: ['--preset=desktop'], mobile: [] };

/** Measures screens by Lighthouse and prints its scores; prints how to install it where it is missing. */
export async function measureLighthouse({ pool, pitlane }: BenchDealer): Promise<void> {
  if (!(await isInstalled())) {
    console.log('Lighthouse is missing: npm install --global lighthouse');
    return;
  }
  const { executablePath, env } = await findBrowser();
  const profile = await mkdtemp(join(tmpdir(), 'pitlane-lighthouse-'));
  const [port, { rows }] = await Promise.all([
    freePort(),
    pool.query<{ id: string }>('select id from leads where is_active limit 1'),
  ]);
  const baseURL = `http://127.0.0.1:${pitlane.port}`;
  const context = await chromium.launchPersistentContext(profile, {
    baseURL,
    executablePath,
    args: [...offlineArgs, `--remote-debugging-port=${port}`],
    env: { ...process.env, ...env },
  });
  const print = async (name: string, path: string) => {
    for (const [profile, options] of Object.entries(profiles)) {
      const figures = await figuresOf(`${baseURL}${path}`, port, options);
      console.log(`| ${[name, profile, ...figures].join(' | ')} |`);
    }
  };
  try {
    console.log(
      `| screen | profile | ${[...categories, ...audits.map((audit) => `${audit}, ms`)].join(' | ')} |`,
    );
    console.log(`| --- | --- | ${[...categories, ...audits].map(() => '--:').join(' | ')} |`);
    await print('login', '/auth/login');
    const page = await context.newPage();
    await page.goto('/auth/login');
    await submitLoginForm(page, person.password, person.email);
    await page.waitForURL(/\/main/);
    await print('leads', '/main/leads');
    for (const { name, path } of listMeasuredScreens(rows[0]?.id ?? '')) await print(name, path);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function isInstalled(): Promise<boolean> {
  return run('lighthouse', ['--version']).then(
    () => true,
    () => false,
  );
}

async function figuresOf(url: string, port: number, profile: string[]): Promise<string[]> {
  const what = [...profile, `--only-categories=${categories.join()}`, '--disable-storage-reset'];
  // Live events never leave the network idle.
  const waits = ['--max-wait-for-load=8000', `--port=${port}`];
  const how = ['--output=json', '--quiet', '--no-enable-error-reporting'];
  const { stdout } = await run('lighthouse', [url, ...what, ...how, ...waits], { maxBuffer: mostOutput });
  const report = Report.parse(JSON.parse(stdout));
  return [
    ...categories.map((category) => ((report.categories[category]?.score ?? 0) * 100).toFixed(0)),
    ...audits.map((audit) => report.audits[audit]?.numericValue?.toFixed(0) ?? '–'),
  ];
}
