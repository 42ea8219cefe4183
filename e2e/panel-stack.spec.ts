import type { Page } from '@playwright/test';
import { leadPanelOf } from './support/lists.ts';
import { editLeadAsManager, readLead } from './support/move-lead.ts';
import { recordLead } from './support/sample-lead.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';

const walkers = [
  { level: 'service', path: '/main/dashboard', start: 'Start' },
  { level: 'manager', path: '/main/neglected', start: 'Work through' },
  { level: 'manager', path: '/main/duplicates', start: 'Work through' },
] as const;

forEachSize(({ isPhone }) => {
  for (const { level, path, start } of walkers) {
    test.describe(path, () => {
      includeInShortRun(path === (isPhone ? '/main/dashboard' : '/main/duplicates'));
      test.use({ level });

      test('whom Find opens stands in front and has the keys, and Escape leads back to the run (F102)', async ({
        page,
        demo,
      }) => {
        const caller = await recordLead(demo, await demo.session('service'));
        const push = (target: ReturnType<Page['locator']>) => (isPhone ? target.tap() : target.click());
        await page.goto(path);
        await push(page.getByRole('button', { name: start, exact: true }));
        const run = page.locator('aside[data-side-panel]').locator('visible=true');
        await expect(run).toHaveAttribute('aria-label', /^(Lead: |Compare )/);
        const label = (await run.getAttribute('aria-label')) ?? '';
        const address = page.url();
        const worked = new URL(address).searchParams.get('work');
        const before = worked && (await readLead(demo, { ...caller, _id: worked }));

        const find = async () => {
          if (isPhone) await push(run.getByRole('button', { name: 'Find a person or lead' }));
          else await page.keyboard.press('/');
          const palette = page.getByRole('dialog', { name: 'Find a person or lead' });
          await expect(palette.getByRole('combobox')).toBeFocused();
          await page.keyboard.type(caller.phone.slice(-8));
          const found = palette
            .getByRole('group', { name: new RegExp(`^${caller.name}`) })
            .getByRole('option');
          await expect(found.first()).toHaveAttribute('aria-selected', 'true');
          await page.keyboard.press('Enter');
          await expect(leadPanelOf(page, caller.name)).toBeVisible();
          await expect(leadPanelOf(page, caller.name)).toBeFocused();
          await expect(run).toHaveCount(1);
        };
        await find();
        for (const key of ['1', '4', '9', 'n', 's', 'm', 'ArrowRight', 'j']) await page.keyboard.press(key);
        await expect(leadPanelOf(page, caller.name)).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await push(leadPanelOf(page, caller.name).getByRole('button', { name: 'Busy', exact: true }));
        await expect.poll(async () => (await readLead(demo, caller)).contactAttempts).toBe(1);
        if (worked) expect(await readLead(demo, { ...caller, _id: worked })).toEqual(before);

        await page.keyboard.press('Escape');
        await expect(page.getByRole('complementary', { name: label })).toBeVisible();
        await expect(page).toHaveURL(address);
        await expect(page.locator('aside[data-side-panel] :focus, aside[data-side-panel]:focus')).toHaveCount(
          1,
        );

        await find();
        await page.goBack();
        await expect(page.getByRole('complementary', { name: label })).toBeVisible();
        await expect(page).toHaveURL(address);

        await find();
        await page.reload();
        await expect(leadPanelOf(page, caller.name)).toBeVisible();
        await editLeadAsManager(demo, caller, { notes: 'Calls again' });
        await expect(leadPanelOf(page, caller.name).getByText('Calls again')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('complementary', { name: label })).toBeVisible();
      });
    });
  }
});
