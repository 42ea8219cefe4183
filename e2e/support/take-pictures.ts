import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { instantInTimeZone } from '#contract/text/dates.ts';
import { findBrowser, offlineArgs } from './browser.ts';
import { connectionPictures } from './connection-pictures.ts';
import { Demo } from './demo.ts';
import { desktopContext, type Picture, phoneContext } from './picture.ts';

const folder = join(import.meta.dirname, '../../docs/pictures');
const largest = 200_000;
const timeZone = 'Asia/Dhaka';
const toMonday = instantInTimeZone(timeZone, '2026-11-23', '10:20').getTime() - Date.now();
const hasRows = (page: Page) =>
  page
    .getByRole('button', { name: /^Archive: / })
    .nth(9)
    .waitFor();

const hasTiles = (page: Page) =>
  page.getByRole('list', { name: 'Leads of the last 15 days' }).getByText(/\d/).first().waitFor();

const hasTotals = (page: Page) => page.getByRole('row', { name: 'Total' }).waitFor();

const hasQueue = (page: Page) =>
  page.getByRole('list', { name: 'Answer now' }).getByRole('listitem').first().waitFor();

const pictures: Picture[] = [
  ...connectionPictures,
  {
    name: 'dashboard',
    level: 'manager',
    options: desktopContext,
    path: '/main/managementDashboard',
    ready: hasTiles,
  },
  {
    name: 'dashboard-dark',
    level: 'manager',
    options: { ...desktopContext, colorScheme: 'dark' },
    path: '/main/managementDashboard',
    ready: hasTiles,
  },
  {
    name: 'service-center-reports',
    level: 'manager',
    options: desktopContext,
    path: '/main/serviceCenterReports',
    ready: hasTotals,
  },
  {
    name: 'dashboard-phone',
    level: 'manager',
    options: { ...phoneContext, deviceScaleFactor: 2 },
    path: '/main/managementDashboard',
    ready: hasTiles,
  },
  {
    name: 'change-status',
    level: 'service',
    options: desktopContext,
    path: '/main/leadsByStatus/potential',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Change status: / })
        .nth(4)
        .click();
      await page.getByRole('dialog').getByLabel('Notes').waitFor();
    },
  },
  {
    name: 'bookings',
    level: 'manager',
    options: desktopContext,
    path: '/main/bookings?day=2026-11-25',
    ready: async (page) => {
      await page.getByRole('table', { name: /^Bookings at / }).waitFor();
      await page.getByRole('navigation', { name: 'Days of the week' }).getByText(/ of /).first().waitFor();
    },
  },
  { name: 'queue', level: 'service', options: desktopContext, path: '/main/dashboard', ready: hasQueue },
  {
    name: 'find',
    level: 'service',
    options: desktopContext,
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
    options: desktopContext,
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
    options: { ...phoneContext, deviceScaleFactor: 2 },
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
    options: desktopContext,
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
    options: desktopContext,
    path: '/auth/login',
    ready: (page) => page.getByRole('button', { name: 'Login' }).waitFor(),
  },
  { name: 'leads', level: 'manager', options: desktopContext, path: '/main/leads', ready: hasRows },
  {
    name: 'leads-dark',
    level: 'manager',
    options: { ...desktopContext, colorScheme: 'dark' },
    path: '/main/leads',
    ready: hasRows,
  },
  {
    name: 'add-lead',
    level: 'dataEntry',
    options: desktopContext,
    path: '/main/leads?dialog=lead.new',
    ready: (page) => page.getByRole('dialog').getByLabel('Notes').waitFor(),
  },
  {
    name: 'leads-phone',
    level: 'dataEntry',
    options: { ...phoneContext, deviceScaleFactor: 2 },
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
    const wanted = process.argv.slice(2);
    for (const picture of pictures)
      if (wanted.length === 0 || wanted.includes(picture.name)) await take(browser, demo, picture);
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
