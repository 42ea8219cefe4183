import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { basePath } from '#contract/call/endpoint.ts';
import type { Level } from '#contract/levels.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { openReports } from './support/dashboard.ts';
import { frameRequests } from './support/held.ts';
import { firstActionButton } from './support/lists.ts';
import { expect, test } from './support/test.ts';

const kilobyte = 1000;

type Download = { js: number; css: number; files: string[] };

const screens: Partial<Record<Level, readonly string[]>> = {
  superAdmin: [
    ...['today', 'managementLeads', 'manageMentLead/potential', 'neglected', 'leads', 'customers'],
    'duplicates',
    ...['managementDashboard', 'employeeReports', 'employees', 'servicesAndCampaign', 'audit', 'profile'],
  ],
  service: ['dashboard', 'leadsByStatus/pending', 'daily'],
};

const examples: typeof screens = {
  superAdmin: ['neglected', 'managementDashboard'],
  service: ['dashboard'],
};

test.use({ level: 'dataEntry' });

// Browsers that save data do not fetch ahead: they show what a step itself needs.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  }),
);

test('the leads and their dialog keep to their size budgets', async ({ page }) => {
  const first = await download(page, async () => {
    await page.goto('/main/leads');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  });
  const files = first.files.join('\n');
  expect.soft(first.js, `kB of JavaScript on the first load\n${files}`).toBeLessThanOrEqual(255);
  expect.soft(first.js, 'kB of JavaScript that were seen at all').toBeGreaterThan(50);
  expect.soft(first.css, `kB of CSS on the first load\n${files}`).toBeLessThanOrEqual(20);
  expect.soft(first.css, 'kB of CSS that were seen at all').toBeGreaterThan(1);

  const modal = await download(page, async () => {
    await page.getByRole('button', { name: 'Add Lead' }).click();
    await expect(page.getByRole('dialog').getByLabel('Phone Number')).toBeVisible();
  });
  expect.soft(modal.js + modal.css, `kB for the modal\n${modal.files.join('\n')}`).toBeLessThanOrEqual(60);
});

test.describe('signed out', () => {
  test.use({ level: undefined });

  test('the login page carries only what it needs, and stands there before the app’s code (F70)', async ({
    page,
  }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    const shown = (text: string) => page.getByText(text).filter({ visible: true });
    const places = async () =>
      Promise.all(
        ['Log in to Meghna Motors', 'Forgot Password?'].map(async (text) => {
          const box = await shown(text).boundingBox();
          return Math.round(box?.y ?? 0);
        }),
      );
    const first = await download(page, async () => {
      await page.goto('/auth/login', { waitUntil: 'commit' });
      await expect(shown('Log in to Meghna Motors')).toBeVisible();
      await page.evaluate('document.fonts.ready');
      const early = await places();
      const button = page.getByRole('button', { name: 'Login' });
      await expect(button).toBeHidden();
      release();
      await expect(button).toBeVisible();
      expect(await places()).toEqual(early);
    });
    expect.soft(first.js, `kB of JavaScript\n${first.files.join('\n')}`).toBeLessThanOrEqual(237);
    expect.soft(first.files.join('\n'), 'what only lists need').not.toContain('/assets/shared');
    expect.soft(first.js, 'kB of JavaScript that were seen at all').toBeGreaterThan(50);
  });
});

test('a status list and its dialog keep to their size budgets', async ({ page }) => {
  const first = await download(page, async () => {
    await page.goto('/main/leadsByStatus/potential');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  });
  expect
    .soft(first.js, `kB of JavaScript on the first load\n${first.files.join('\n')}`)
    .toBeLessThanOrEqual(261);
  expect.soft(first.js, 'kB of JavaScript on the first load').toBeGreaterThan(50);
  expect.soft(first.css, 'kB of CSS on the first load').toBeLessThanOrEqual(20);

  const modal = await download(page, async () => {
    await firstActionButton(page, 'Change status').click();
    await expect(page.getByRole('dialog').getByLabel('Next follow-up date')).toBeVisible();
  });
  expect.soft(modal.js + modal.css, `kB for the modal\n${modal.files.join('\n')}`).toBeLessThanOrEqual(60);
  expect.soft(modal.js, 'kB of JavaScript for the modal').toBeGreaterThan(1);
  // Others would see who has the lead open.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test.describe('service', () => {
  test.use({ level: 'service' });

  test('the home keeps to its size budget, and fetches no form before one opens', async ({ page }) => {
    const first = await download(page, async () => {
      await page.goto('/main/dashboard');
      await expect(page.getByRole('heading', { name: 'To do now' })).toBeVisible();
    });
    const files = first.files.join('\n');
    expect.soft(first.js, `kB of JavaScript on the first load\n${files}`).toBeLessThanOrEqual(266);
    expect.soft(files, 'what only forms need').not.toContain('/assets/fields');
  });
});

test.describe('a manager', () => {
  test.use({ level: 'manager' });

  test('the dashboard’s charts keep to their size budget', async ({ page }) => {
    // With all that the frame fetches after it stands.
    await download(page, async () => {
      await page.goto('/main/serviceCenterReports');
      await expect(page.getByRole('row', { name: 'Total' })).toBeVisible();
    });
    const dashboard = await download(page, async () => {
      await page.getByRole('link', { name: 'Management Dashboard' }).click();
      await expect(page.getByRole('heading', { name: 'Late and overdue' })).toBeVisible();
    });
    const own = dashboard.js + dashboard.css;
    expect.soft(own, `kB for the dashboard\n${dashboard.files.join('\n')}`).toBeLessThanOrEqual(10);
    const charts = await download(page, async () => {
      await openReports(page);
      await expect(page.getByRole('img', { name: /^Stacked bars/ })).toBeVisible();
    });
    const size = charts.js + charts.css;
    expect.soft(size, `kB for the charts\n${charts.files.join('\n')}`).toBeLessThanOrEqual(127);
    expect.soft(charts.js, 'kB of JavaScript for the charts that were seen at all').toBeGreaterThan(50);
  });
});

for (const [level, paths] of Object.entries(isLongRun ? screens : examples)) {
  test.describe(level, () => {
    test.use({ level: level as Level });

    test.beforeEach(({ page }) => page.addInitScript({ path: 'bench/in-page.js' }));

    test('each screen asks for all that it shows at once, and nothing moves when it comes', async ({
      page,
    }) => {
      for (const path of paths) {
        await test.step(path, async () => {
          // What the page before still asks for is not this one's.
          await page.goto('about:blank');
          const { asked, release } = await holdAnswers(page);
          await page.goto(`/main/${path}`, { waitUntil: 'commit' });
          await settle(asked);
          const first = new Set(asked);
          release();
          await settle(asked);
          expect(await page.evaluate('bench.moved()'), 'what moved').toEqual([]);
          expect(asked.filter((call) => !first.has(call) && !frameRequests.test(call))).toEqual([]);
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        });
      }
    });
  });
}

async function download(page: Page, act: () => Promise<void>): Promise<Download> {
  const answers: Response[] = [];
  const remember = (answer: Response) => answers.push(answer);
  page.on('response', remember);
  await act();
  // The event stream never ends, so wait until no more answers arrive.
  for (let known = -1; known < answers.length; ) {
    known = answers.length;
    await page.waitForTimeout(500);
  }
  page.off('response', remember);
  const total: Download = { js: 0, css: 0, files: [] };
  for (const answer of answers) {
    const kind = /javascript|css/.exec(answer.headers()['content-type'] ?? '')?.[0];
    if (!kind || answer.status() !== 200) continue;
    const size = gzipSync(await answer.body()).length / kilobyte;
    total[kind === 'css' ? 'css' : 'js'] += size;
    total.files.push(`${size.toFixed(1).padStart(7)} ${new URL(answer.url()).pathname}`);
  }
  return total;
}

async function holdAnswers(page: Page) {
  const asked: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${basePath}/**`, async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await released;
    await route.continue().catch(() => undefined);
  });
  return { asked, release };
}

async function settle(asked: readonly string[]): Promise<void> {
  await expect.poll(() => new Set(asked).size, 'calls that were seen at all').toBeGreaterThan(1);
  for (let known = -1; known < asked.length; ) {
    known = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
