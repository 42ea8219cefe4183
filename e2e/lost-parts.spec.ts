import type { Locator, Page, Route } from '@playwright/test';
import { z } from 'zod';
import type { Lead } from '#contract/leads/leads.ts';
import type { Demo } from './support/demo.ts';
import { heading, leadPanelOf, moreTab, openFromMainMenu, rows } from './support/lists.ts';
import { recordLead } from './support/sample-lead.ts';
import { phoneScreen } from './support/screen-sizes.ts';
import { allOrExamples, expect, test } from './support/test.ts';

const lost = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });
const broken = (page: Page) => page.getByRole('alert').filter({ hasText: 'This part stopped working' });
const firstBox = (page: Page) => rows(page).first().getByRole('checkbox');
const openFirst = (page: Page) => rows(page).first().locator('[data-row-focus], a, button').first().click();
const bulkBar = (page: Page) => page.getByRole('region', { name: 'Selected leads' });

async function lose(page: Page, file: string, ending = 'js') {
  const files = new RegExp(`/assets/${file}-[\\w-]+\\.${ending}`);
  const abort = (route: Route) => route.abort();
  await page.route(files, abort);
  return () => page.unroute(files, abort);
}

/** A part of the app stops working as it is drawn, until it is mended. @param file its name without what the build adds. */
async function crash(page: Page, file: string) {
  await page.addInitScript('window.isBroken = true');
  await page.route(new RegExp(`/assets/${file}-[\\w-]+\\.js$`), async (route) => {
    const answer = await route.fetch();
    const [, exported = ''] = /export\{([^}]*)\}/.exec(await answer.text()) ?? [];
    const components = [...exported.matchAll(/ as ([A-Z]\w*)/g)].map(([, name]) => name);
    const body = `import * as part from '${route.request().url()}?mended';
      export * from '${route.request().url()}?mended';
      ${components
        .map(
          (name) => `export function ${name}(props) {
            if (window.isBroken) throw new Error('It is broken');
            return part.${name}(props);
          }`,
        )
        .join('\n')}`;
    await route.fulfill({ response: answer, body });
  });
  return () => page.evaluate('window.isBroken = false');
}

async function mentionManager(demo: Demo): Promise<Lead> {
  const service = await demo.session('service');
  const lead = await recordLead(demo, service);
  const { _id } = z.object({ _id: z.string() }).parse(await demo.read('/session/me'));
  const text = { text: 'Please call', mentions: [_id] };
  const { status } = await demo.call(
    'POST',
    `/serviceCenter/manageLeads/comments/${lead._id}`,
    text,
    service,
  );
  expect(status).toBe(201);
  return lead;
}

type Part = {
  file: string;
  ending?: 'css';
  open: (page: Page, lead: Lead) => Promise<unknown>;
  found: (page: Page, lead: Lead) => Locator;
};

const parts: Part[] = [
  { file: 'bulk-bar', open: (page) => firstBox(page).check(), found: bulkBar },
  { file: '(bulk|selection)-bar', ending: 'css', open: (page) => firstBox(page).check(), found: bulkBar },
  {
    file: 'profile-panel',
    open: (page) => page.getByRole('button', { name: /Profile/ }).click(),
    found: (page) => page.getByRole('menuitem', { name: 'Log out' }),
  },
  {
    file: 'mentions-list',
    open: (page) => page.getByRole('button', { name: /mention/i }).click(),
    found: (page, { name }) => page.getByRole('menuitem', { name }),
  },
  {
    file: 'more-menu',
    open: (page) => moreTab(page).click(),
    found: (page) => page.getByRole('menuitem', { name: 'Duplicates' }),
  },
  {
    file: 'find-palette',
    open: (page) => page.keyboard.press('Control+k'),
    found: (page) => page.getByPlaceholder('Phone, name, vehicle'),
  },
  {
    file: 'find-palette',
    ending: 'css',
    open: (page) => page.keyboard.press('Control+k'),
    found: (page) => page.getByPlaceholder('Phone, name, vehicle'),
  },
  {
    file: 'found-panel',
    async open(page, { phone: number, name }) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(number);
      await expect(page.getByRole('group', { name: new RegExp(`^${name}`) })).toBeVisible();
      await page.keyboard.press('Enter');
    },
    found: (page, { name }) => leadPanelOf(page, name),
  },
  {
    file: 'shortcuts-help',
    open: (page) => page.keyboard.press('?'),
    found: (page) => page.getByText('Single-key shortcuts'),
  },
  {
    file: 'listed-lead',
    open: openFirst,
    found: (page) => page.getByRole('complementary', { name: /^Lead/ }),
  },
  {
    file: 'lead-panel-body',
    open: openFirst,
    found: (page) => page.getByRole('complementary').getByRole('heading', { name: 'Timeline' }),
  },
  {
    file: 'lead-panel-body',
    ending: 'css',
    open: openFirst,
    found: (page) => page.getByRole('complementary').getByRole('heading', { name: 'Timeline' }),
  },
];

const examples = ['bulk-bar.js', 'find-palette.css', 'lead-panel-body.js'];
const isExample = ({ file, ending }: Part) => examples.includes(`${file}.${ending ?? 'js'}`);

test.describe('a lost file', () => {
  test.use({ level: 'manager' });

  for (const { file, ending = 'js', open, found } of allOrExamples(parts, parts.filter(isExample))) {
    test(`${file}.${ending} takes nothing else with it, and comes by Retry (F130)`, async ({
      page,
      demo,
    }) => {
      const lead = await mentionManager(demo);
      const find = await lose(page, file, ending);
      await page.goto('/main/leads');
      await expect(rows(page).first()).toBeVisible();
      const shown = await rows(page).count();
      await open(page, lead);
      await expect(lost(page)).toBeVisible();
      await expect(page.locator('h1')).toHaveText(/in total/);
      await expect(rows(page)).toHaveCount(shown);
      await expect(lost(page)).toBeInViewport({ ratio: 1 });
      // Outcomes can be logged in a panel, which names whom they are about.
      if (file === 'lead-panel-body')
        await expect(page.getByRole('complementary').getByRole('heading', { name: lead.name })).toBeVisible();
      await lost(page).getByRole('button', { name: 'Retry' }).click();
      await expect(lost(page).getByRole('button', { name: 'Reload' })).toBeVisible();
      await find();
      await lost(page).getByRole('button', { name: 'Retry' }).click();
      await expect(found(page, lead)).toBeVisible();
      await expect(lost(page)).toHaveCount(0);
      if (file.endsWith('bar')) await expect(bulkBar(page)).toContainText('1 lead selected');
    });
  }

  const scripts = parts.filter(({ ending }) => !ending);
  for (const { file, open, found } of allOrExamples(scripts, scripts.filter(isExample))) {
    test(`${file} that crashes says so in its own place, and the rest goes on to work (F130)`, async ({
      page,
      demo,
      complaints,
    }) => {
      const lead = await mentionManager(demo);
      const mend = await crash(page, file);
      await page.goto('/main/leads');
      await expect(rows(page).first()).toBeVisible();
      const shown = await rows(page).count();
      await open(page, lead);
      await expect(broken(page)).toBeVisible();
      await expect(found(page, lead)).toHaveCount(0);
      await expect(rows(page)).toHaveCount(shown);
      await broken(page).getByRole('button', { name: 'Retry' }).click();
      await expect(broken(page)).toBeVisible();
      await mend();
      await broken(page).getByRole('button', { name: 'Retry' }).click();
      await expect(found(page, lead)).toBeVisible();
      await expect(broken(page)).toHaveCount(0);
      await page.keyboard.press('Escape');
      await openFromMainMenu(page, 'Employees');
      await expect(heading(page)).toHaveText(/Employees/);
      // The crash alone is known to the console.
      expect(complaints.filter((text) => !text.includes('It is broken'))).toEqual([]);
      complaints.length = 0;
    });
  }

  test('a page of an earlier version is offered the new one where its files are gone (F130)', async ({
    page,
  }) => {
    await lose(page, 'shortcuts-help');
    await page.goto('/main/leads');
    await expect(heading(page)).toBeVisible();
    await page.route(/:\d+\/$/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Newer</p>' }));
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toContainText('Pitlane was updated');
    await expect(dialog.getByRole('button', { name: 'Reload' })).toBeVisible();
  });
});

test.describe('without a connection', () => {
  test.use({ level: 'manager' });

  test.beforeEach(async ({ page }) => {
    // Nothing is fetched ahead.
    await page.addInitScript('window.requestIdleCallback = () => 0');
    await page.goto('/main/leads');
    await expect(rows(page).first()).toBeVisible();
    await page.context().setOffline(true);
  });

  test('the first row that is ticked stays ticked in its list, and its bar comes with the connection (F130)', async ({
    page,
  }) => {
    const shown = await rows(page).allTextContents();
    await firstBox(page).check();
    await expect(lost(page)).toBeVisible();
    await rows(page).nth(1).getByRole('checkbox').check();
    await expect(firstBox(page)).toBeChecked();
    expect(await rows(page).allTextContents()).toEqual(shown);
    await page.context().setOffline(false);
    await expect(bulkBar(page)).toContainText('2 leads selected');
    await expect(lost(page)).toHaveCount(0);
  });

  test('nothing that is pressed on a list takes it away (F130)', async ({ page }) => {
    const shown = await rows(page).count();
    const first = rows(page).first();
    const presses: (() => Promise<unknown>)[] = [
      () => firstBox(page).check(),
      () => page.keyboard.press('Control+k'),
      () => page.keyboard.press('?'),
      () => page.getByRole('button', { name: /Profile/ }).click(),
      () => page.getByRole('button', { name: 'Add Lead' }).click(),
      () => first.getByRole('button', { name: /^Update Lead/ }).click(),
      () => first.getByRole('button', { name: /^Archive/ }).click(),
      () => openFirst(page),
    ];
    for (const press of presses) {
      await press();
      await expect(page.locator('h1')).toHaveText(/in total/);
      await expect(rows(page)).toHaveCount(shown);
      await expect(firstBox(page)).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog').locator('visible=true')).toHaveCount(0);
    }
  });
});

test.describe('on a phone', () => {
  test.use({ ...phoneScreen, level: 'manager' });

  test('a lost menu leaves the list, and opens once it is there (F130)', async ({ page }) => {
    const find = await lose(page, 'menu-drawer');
    await page.goto('/main/leads');
    await expect(heading(page)).toHaveText(/in total/);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(lost(page)).toBeVisible();
    await expect(page.locator('h1')).toHaveText(/in total/);
    await find();
    await lost(page).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  });

  test('the lost bar of a selection is on screen, however long the list (F130)', async ({ page }) => {
    await lose(page, 'bulk-bar');
    await page.goto('/main/leads');
    await page.locator('[data-row]').first().getByRole('checkbox').check();
    await expect(lost(page)).toBeInViewport({ ratio: 1 });
  });
});
