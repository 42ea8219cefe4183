import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { websiteForm as websiteFormReply } from '#contract/intake/forms.ts';
import type { Level } from '#contract/levels.ts';
import { instantIn } from '#contract/text/dates.ts';
import { findBrowser, offlineArgs } from './browser.ts';
import { Demo } from './demo.ts';

import { centersOf } from './sample-lead.ts';

const folder = join(import.meta.dirname, '../../docs/pictures');
const largest = 200_000;
const timeZone = 'Asia/Dhaka';
/** From now to a Monday morning, the same for each retake. */
const toMonday = instantIn(timeZone, '2026-11-23', '10:20').getTime() - Date.now();
const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const tall: BrowserContextOptions = { viewport: { width: 1440, height: 1380 } };
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

type Picture = {
  name: string;
  level?: Level;
  options: BrowserContextOptions;
  path: string | ((demo: Demo) => Promise<string>);
  ready: (page: Page) => Promise<void>;
};

const hasRows = (page: Page) =>
  page
    .getByRole('button', { name: /^Archive: / })
    .nth(9)
    .waitFor();

const hasChart = (page: Page) => page.locator('.recharts-bar-rectangle path').first().waitFor();

const hasTotals = (page: Page) => page.getByRole('row', { name: 'Total' }).waitFor();

const hasQueue = (page: Page) =>
  page.getByRole('list', { name: 'Answer now' }).getByRole('listitem').first().waitFor();

/** One for all pictures of it. @returns the path of its page. */
let websiteForm: Promise<string> | undefined;
function websiteFormOf(demo: Demo): Promise<string> {
  websiteForm ??= (async () => {
    const session = await demo.session('superAdmin');
    const centers = await centersOf(demo, session);
    const consent = 'You may call me about this. I can take that back at any time.';
    const texts = { en: { title: 'Book a service', consent, thanks: null }, bn: null };
    const { body } = await demo.call(
      'POST',
      '/management/forms',
      {
        ...{ name: 'Website', texts, centers: centers.map(({ _id }) => _id), offerings: [], asksDay: true },
        ...{ thanksAddress: null, origins: ['https://www.example.com'] },
      },
      session,
    );
    return websiteFormReply.parse(body).path;
  })();
  return websiteForm;
}

const pictures: Picture[] = [
  {
    name: 'lead-ads',
    level: 'superAdmin',
    options: desktop,
    path: '/main/settings/connections?new=record',
    async ready(page) {
      await page.getByLabel('Name').fill('Facebook page');
      await page.getByLabel('How they come').selectOption('Lead ads on Facebook and Instagram');
      await page.getByLabel('App secret', { exact: true }).fill('0123456789abcdef');
      await page.getByLabel('Page access token', { exact: true }).fill('EAAtoken');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog', { name: 'Set up the sender' }).waitFor();
      await page.getByText('Connection added').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'website-form',
    level: 'superAdmin',
    options: desktop,
    path: async (demo) => `/main/settings/connections?form=${(await websiteFormOf(demo)).split('/').pop()}`,
    ready: (page) => page.getByRole('heading', { name: 'Put it on your website' }).waitFor(),
  },
  {
    name: 'website-form-phone',
    options: { ...phone, deviceScaleFactor: 2 },
    path: websiteFormOf,
    ready: (page) => page.getByRole('button', { name: 'Send' }).waitFor(),
  },
  {
    name: 'dashboard',
    level: 'manager',
    options: tall,
    path: '/main/managementDashboard?span=days30',
    ready: hasChart,
  },
  {
    name: 'dashboard-dark',
    level: 'manager',
    options: { ...tall, colorScheme: 'dark' },
    path: '/main/managementDashboard?span=days30',
    ready: hasChart,
  },
  {
    name: 'service-center-reports',
    level: 'manager',
    options: desktop,
    path: '/main/serviceCenterReports',
    ready: hasTotals,
  },
  {
    name: 'dashboard-phone',
    level: 'manager',
    options: { ...phone, deviceScaleFactor: 2 },
    path: '/main/managementDashboard',
    ready: hasTotals,
  },
  {
    name: 'change-status',
    level: 'service',
    options: desktop,
    path: '/main/leadsByStatus/potential',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Change status: / })
        .nth(4)
        .click();
      await page.getByRole('dialog').getByLabel('Notes').waitFor();
    },
  },
  { name: 'queue', level: 'service', options: desktop, path: '/main/dashboard', ready: hasQueue },
  {
    name: 'find',
    level: 'service',
    options: desktop,
    path: '/main/dashboard',
    ready: async (page) => {
      await hasQueue(page);
      const phone = await page
        .getByRole('listitem')
        .getByText(/^01\d{9}$/)
        .nth(5)
        .textContent();
      await page.keyboard.press('/');
      const palette = page.getByRole('dialog');
      await palette.getByRole('combobox').fill(phone?.slice(-4) ?? '');
      await palette.getByRole('group').first().waitFor();
    },
  },
  {
    name: 'working-hours',
    level: 'manager',
    options: desktop,
    path: '/main/workingHours',
    ready: async (page) => {
      await page.getByLabel('Hours of').selectOption('Uttara Service Center, own hours');
      await page.getByLabel('Friday opens (2)').waitFor();
    },
  },
  {
    name: 'lead-panel',
    level: 'service',
    options: { viewport: { width: 1440, height: 1080 } },
    path: '/main/leadsByStatus/potential',
    ready: async (page) => {
      await page.locator('tbody [data-row-focus]').nth(4).click();
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    },
  },
  {
    name: 'working-phone',
    level: 'service',
    options: { ...phone, deviceScaleFactor: 2 },
    path: '/main/dashboard',
    ready: async (page) => {
      await hasQueue(page);
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByRole('button', { name: 'No answer' }).waitFor();
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    },
  },
  {
    name: 'lead-history',
    level: 'manager',
    options: desktop,
    path: '/main/manageMentLead/completed',
    ready: async (page) => {
      await page
        .getByRole('link', { name: /^Open history: / })
        .nth(4)
        .click();
      await page.getByRole('heading', { name: 'Lead History' }).waitFor();
      await page.getByRole('row').nth(2).waitFor();
    },
  },
  {
    name: 'login',
    options: desktop,
    path: '/auth/login',
    ready: (page) => page.getByRole('button', { name: 'Login' }).waitFor(),
  },
  { name: 'leads', level: 'manager', options: desktop, path: '/main/leads', ready: hasRows },
  {
    name: 'leads-dark',
    level: 'manager',
    options: { ...desktop, colorScheme: 'dark' },
    path: '/main/leads',
    ready: hasRows,
  },
  {
    name: 'add-lead',
    level: 'dataEntry',
    options: desktop,
    path: '/main/leads?new=lead',
    ready: (page) => page.getByRole('dialog').getByLabel('Notes').waitFor(),
  },
  {
    name: 'leads-phone',
    level: 'dataEntry',
    options: { ...phone, deviceScaleFactor: 2 },
    path: '/main/leads',
    ready: hasRows,
  },
];

async function takePictures(): Promise<void> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args: offlineArgs,
    env: { ...process.env, ...env },
  });
  const demo = await Demo.make({
    NODE_OPTIONS: `--import=${import.meta.resolve('./other-time.ts')}`,
    OTHER_TIME_MS: String(toMonday),
  });
  try {
    await mkdir(folder, { recursive: true });
    for (const picture of pictures) await take(browser, demo, picture);
  } finally {
    await demo.stop();
    await browser.close();
  }
}

async function take(browser: Browser, demo: Demo, picture: Picture): Promise<void> {
  const { name, level, options, path, ready } = picture;
  const storageState = level && (await demo.signedInState(level));
  const context = await browser.newContext({
    ...options,
    storageState,
    locale: 'en-GB',
    timezoneId: timeZone,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(Date.now() + toMonday);
  await page.goto(demo.url + (typeof path === 'string' ? path : await path(demo)));
  await ready(page);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const png = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toBuffer();
  if (png.length > largest) throw new Error(`${name} is too large: ${png.length} bytes`);
  await writeFile(join(folder, `${name}.png`), png);
  console.log(`docs/pictures/${name}.png (${Math.round(png.length / 1000)} kB)`);
  await context.close();
}

await takePictures();
