import { randomUUID } from 'node:crypto';
import { duplicateSearchLimits } from '#contract/duplicates.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Demo } from './support/demo.ts';
import { moreTab, toast } from './support/lists.ts';
import { recordLead, uniquePhone } from './support/sample-lead.ts';
import { expectFitsPhone, forEachSize } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';

const most = duplicateSearchLimits.pairsOfRecord;

async function addCenter(demo: Demo) {
  const manager = await demo.session('manager');
  const made = await demo.call(
    'POST',
    '/management/manageServiceCenter',
    { name: `Center ${randomUUID().slice(0, 8)}` },
    manager,
  );
  return { manager, center: serviceCenter.parse(made.body)._id };
}

let plates = 1_000;

async function openCenter(demo: Demo, count: number) {
  const { manager, center } = await addCenter(demo);
  for (let place = 1; place <= count; place++) {
    const digits = String(++plates);
    const bangla = [...digits].map((digit) => String.fromCharCode(0x09e6 + Number(digit))).join('');
    const add = (name: string, vehicleNumber: string) =>
      recordLead(demo, manager, { name, phone: uniquePhone(), vehicleNumber, serviceCenter: center });
    await add(`Owner ${place}`, `ঢাকা মেট্রো-ঘ ৯৮-${bangla}`);
    await add(`Driver ${place}`, `DHAKA METRO-GHA 98-${digits}`);
  }
  return center;
}

forEachSize(({ isPhone }) => {
  includeInShortRun(isPhone);

  const count = isPhone ? 5 : most;

  test(`${count} pairs are worked through ${isPhone ? 'with a thumb' : 'by keyboard alone'}, and one is taken back`, async ({
    demo,
    page,
  }) => {
    const center = await openCenter(demo, count);
    await page.goto(`/main/duplicates?serviceCenter=${center}&reason=plate`);
    await expect(page.getByRole('heading', { name: `(${count} in total)` })).toBeVisible();
    await expectAccessible(page, 'best-practice');
    if (isPhone) await expectFitsPhone(page);
    await expect(moreTab(page), 'how much waits').toHaveText(/^More \d+/);
    const before = await moreTab(page).textContent();

    await page.getByRole('button', { name: 'Work through' }).press('Enter');
    const panel = page.getByRole('complementary', { name: /^Compare / });
    const press = async (name: string | RegExp, key: string) => {
      const button = page.getByRole('button', { name, exact: true });
      await expect(button).toBeEnabled();
      if (!isPhone) return page.keyboard.press(key);
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await button.tap();
    };
    const shows = async (place: number) => {
      await expect(panel.getByText(`${place} of ${count}`)).toBeVisible();
      const name = `Owner ${count + 1 - place} and Driver ${count + 1 - place}`;
      await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible();
      await expect(panel).toBeFocused();
    };
    await shows(1);
    await expect(panel.getByText('Same vehicle')).toBeVisible();
    await expect(panel.getByText('Differs').first()).toBeVisible();
    await expectAccessible(page, 'best-practice');
    if (isPhone) {
      await expectFitsPhone(page);
      const widthOf = async (name: string) =>
        (await page.getByRole('button', { name, exact: true }).boundingBox())?.width ?? 0;
      expect(await widthOf('Skip'), 'alone in its row').toBeGreaterThan(2 * (await widthOf('Merge')));
    }

    await press('Skip', 's');
    await shows(2);
    await press('Not the same', 'n');
    await shows(3);
    // Taken back at once, it is shown again, and then said for good.
    await press(new RegExp(`^Undo: Owner ${count - 1} and Driver ${count - 1}`), 'u');
    await shows(2);
    for (let place = 2; place < count; place++) {
      await press('Not the same', 'n');
      await shows(place + 1);
    }
    await press('Not the same', 'n');
    await expect(toast(page, 'That was the last one.')).toBeVisible();
    await expect(page.getByRole('heading', { name: '(1 in total)' })).toBeVisible();
    await expect(
      page.getByRole('button', { name: `Owner ${count} and Driver ${count}`, exact: true }),
    ).toBeVisible();
    await expect(moreTab(page)).not.toHaveText(String(before));

    await page.goto(`/main/duplicates?serviceCenter=${center}&dismissed=true`);
    await expect(page.getByRole('heading', { name: `(${count - 1} in total)` })).toBeVisible();
    await expect(page.getByText('Owner 1 and Driver 1', { exact: true })).toBeVisible();
    await expectAccessible(page, 'best-practice');
    await page
      .getByRole('button', { name: 'Put back in the list: Owner 1 and Driver 1', exact: true })
      .press('Enter');
    await expect(toast(page, 'Back in the list')).toBeVisible();
    await expect(page.getByRole('heading', { name: `(${count - 2} in total)` })).toBeVisible();
  });
}, 'manager');

test.describe('a manager', () => {
  test.use({ level: 'manager' });

  test('merges two leads of a customer from their pair, goes on to the next, and merges two customers', async ({
    demo,
    page,
  }) => {
    const { manager, center } = await addCenter(demo);
    const vehicleNumber = `DHAKA METRO-KA 77-${++plates}`;
    for (const name of ['Shirin Akter', 'Rubel Dewan'])
      await recordLead(demo, manager, { name, phone: uniquePhone(), vehicleNumber, serviceCenter: center });
    for (const name of ['Nasrin Banu', 'Zakir Mollik']) {
      const phone = uniquePhone();
      for (const notes of ['Oil', 'Brakes'])
        await recordLead(demo, manager, { name, phone, notes, serviceCenter: center });
    }
    await page.goto(`/main/duplicates?serviceCenter=${center}&kind=lead`);
    await expect(page.getByRole('heading', { name: '(2 in total)' })).toBeVisible();
    await page.getByRole('button', { name: 'Work through' }).press('Enter');
    const panel = page.getByRole('complementary', { name: 'Compare Zakir Mollik, twice' });
    await expect(panel).toBeFocused();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Merge leads' });
    await expect(dialog).toBeVisible();
    // Closed without merging, the pair stays.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('m');
    await dialog.getByRole('button', { name: 'Merge 2 leads' }).click();
    await expect(dialog).toBeHidden();
    const next = page.getByRole('complementary', { name: 'Compare Nasrin Banu, twice' });
    await expect(next).toBeFocused();
    await expect(next.getByText('2 of 2')).toBeVisible();
    await expect(page.getByText(/^Skipped/)).toBeHidden();

    await page.goto(`/main/duplicates?serviceCenter=${center}&kind=customer`);
    await page.getByRole('button', { name: 'Work through' }).press('Enter');
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
    await page.keyboard.press('m');
    const customers = page.getByRole('dialog', { name: 'Merge customers' });
    await expect(customers.getByRole('radio', { checked: true }).first()).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');
    await expect(customers).toBeHidden();
    await expect(toast(page, 'That was the last one.')).toBeVisible();
    await expect(page.getByText(/^1 customer merged into/)).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(toast(page, 'The merge was undone')).toBeVisible();
    await expect(page.getByRole('heading', { name: '(1 in total)' })).toBeVisible();
  });

  test('works through more than a hundred pairs, from any one on @long', async ({ demo, page }) => {
    const { manager, center } = await addCenter(demo);
    const phone = uniquePhone();
    const names = Array.from({ length: 15 }, (_, place) => `Visit ${place + 1}`);
    // Each with every other one: 105 pairs.
    for (const name of names) await recordLead(demo, manager, { name, phone, serviceCenter: center });
    const path = `/main/duplicates?serviceCenter=${center}&kind=lead`;
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '(105 in total)' })).toBeVisible();
    await page.goto(`${path}&page=11`);
    const rows = page.getByRole('button', { name: /^Visit \d+ and Visit \d+$/ });
    await expect(rows).toHaveCount(5);
    const [, clicked = ''] = await rows.allTextContents();
    await rows.nth(1).click();
    const panel = page.getByRole('complementary', { name: `Compare ${clicked}`, exact: true });
    await expect(panel.getByText('1 of 4')).toBeVisible();
    const link = page.url();
    await page.keyboard.press('n');
    await expect(page.getByText('2 of 4')).toBeVisible();
    // What the link was for has been decided.
    await page.goto(link);
    await expect(page.getByText('That pair has been decided')).toBeVisible();
    await expect(page.getByText('1 of 3')).toBeVisible();

    await page.goto(path);
    await page.getByRole('button', { name: 'Work through' }).press('Enter');
    for (let place = 1; place < 104; place++) {
      await expect(page.getByText(`${place} of 104`, { exact: true })).toBeVisible();
      await page.keyboard.press('s');
    }
    await expect(page.getByText('104 of 104', { exact: true })).toBeVisible();
    await page.keyboard.press('s');
    await expect(toast(page, 'That was the last one.')).toBeVisible();
  });

  test('a pair that a colleague decides stays in front and says who decided, until the user goes on (F141)', async ({
    demo,
    page,
    openAs,
  }) => {
    const center = await openCenter(demo, 3);
    const path = `/main/duplicates?serviceCenter=${center}&reason=plate`;
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '(3 in total)' })).toBeVisible();
    await page.getByRole('button', { name: 'Work through' }).click();
    const colleague = await openAs('admin');
    await colleague.goto(path);
    const panel = page.getByRole('complementary', { name: /^Compare / });
    const staysWhenDecided = async (place: number) => {
      const pair = `Owner ${4 - place} and Driver ${4 - place}`;
      await expect(panel.getByText(`${place} of 3`)).toBeVisible();
      await colleague.getByRole('button', { name: `Not the same: ${pair}`, exact: true }).click();
      await expect(panel.getByText('Rezaul Karim has decided that these are not the same.')).toBeVisible();
      await expect(panel.getByRole('heading', { name: pair, exact: true })).toBeVisible();
      // A key that was meant for the pair decides nothing about the next one.
      await expect(panel.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled();
      await page.keyboard.press('n');
      await expect(panel.getByText(`${place} of 3`)).toBeVisible();
    };
    await staysWhenDecided(1);
    await page.keyboard.press('s');
    await staysWhenDecided(2);
    await panel.getByRole('button', { name: 'Continue with the next one' }).press('Enter');
    await expect(panel.getByText('3 of 3')).toBeVisible();
    await expect(panel).toBeFocused();
    await expect(panel.getByText(/^Skipped/)).toHaveCount(0);
  });
});
