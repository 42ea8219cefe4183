import { expect } from '../support/test.ts';
import type { Sight } from './sight.ts';
import { pickOf, type Step } from './step.ts';
import type { Opened, Walk } from './walk.ts';

const statuses = ['pending', 'potential', 'booked', 'completed', 'lostCustomer'];
const lists = ['dashboard', ...statuses.map((one) => `leadsByStatus/${one}`)];
const managementLists = ['leads', ...statuses.map((one) => `manageMentLead/${one}`)];

export const openSteps: Record<string, Step> = {
  openList: {
    can: (seen, { tab, isManagement }) =>
      !isManagement && !seen.dialog && !(tab.isPhone && (seen.isPanel || seen.isTyping)),
    async take(walk, _, pick) {
      const { page, isPhone } = walk.tab;
      const path = pickOf(lists, pick);
      walk.story.push(`opens the list ${path} by the menu`);
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      if (isPhone) {
        await walk.tab.push(page.getByRole('button', { name: 'Open menu' }));
        // A list that nobody could choose would leave the menu open.
        await menu.waitFor();
      }
      await walk.tab.push(menu.locator(`a[href^="/main/${path}"]`));
      walk.opened.length = 0;
      return { front: null };
    },
  },

  visitList: {
    can: (seen, { isManagement }) => isManagement && !seen.dialog,
    async take(walk, _, pick) {
      const path = pickOf(managementLists, pick);
      walk.story.push(`searches the list ${path} for the customers`);
      await walk.tab.visit(`/main/${walk.listAddress(path)}`);
      walk.opened.length = 0;
      return { front: null };
    },
  },

  openByPress: {
    can: canOpen,
    async take(walk, seen, pick) {
      const row = pickOf(seen.rows, pick);
      walk.story.push(`presses the row of ${row}`);
      const opened = openedOf(walk, row);
      await walk.tab.push(rowOf(walk, row));
      noteOpened(walk, seen, opened);
      return { front: row, dialog: null };
    },
  },

  openByKey: {
    can: canOpen,
    async take(walk, seen, pick) {
      const row = pickOf(seen.rows, pick);
      walk.story.push(`presses Enter on the row of ${row}`);
      const opened = openedOf(walk, row);
      await rowOf(walk, row).first().focus();
      await walk.tab.press('Enter');
      noteOpened(walk, seen, opened);
      return { front: row, dialog: null };
    },
  },

  start: {
    can: (seen) => seen.canStart && !seen.dialog && !seen.isPanel && seen.rows.length > 0,
    async take(walk, seen, pick) {
      const isByKey = pick % 2 === 0 && !walk.tab.isPhone && !seen.isTyping;
      walk.story.push(`starts to work through the queue by ${isByKey ? 'S' : 'its button'}`);
      if (isByKey) await walk.tab.press('s');
      else await walk.tab.push(walk.tab.page.getByRole('button', { name: 'Start', exact: true }));
      await expect(walk.tab.panel).toBeVisible();
      walk.opened.splice(0, walk.opened.length, { front: null });
      return { dialog: null };
    },
  },

  find: {
    can: (seen, { tab }) => !seen.dialog && (!tab.isPhone || seen.canFind),
    async take(walk, seen, pick) {
      const lead = pickOf(walk.leads, pick);
      walk.story.push(`finds ${lead.name} by the last digits`);
      const { page } = walk.tab;
      const palette = page.getByRole('dialog', { name: 'Find a person or lead' });
      const place = seen.isPanel ? walk.tab.panel : page.getByRole('banner');
      const button = place.getByRole('button', { name: 'Find a person or lead' });
      // Another one takes its place.
      const isAnother = new URL(page.url()).searchParams.has('found');
      if (walk.tab.isPhone) await walk.tab.push(button);
      else await walk.tab.press('Control+k');
      await expect(palette.getByRole('combobox')).toBeFocused();
      await page.keyboard.type(lead.phone.slice(-8));
      const person = palette.getByRole('group', { name: new RegExp(`^${lead.name}`) });
      const found = person.getByRole('option').first();
      await expect(found).toHaveAttribute('aria-selected', 'true');
      if (walk.tab.isPhone) await walk.tab.push(found);
      else await walk.tab.press('Enter');
      if (!isAnother) walk.opened.push({ front: seen.front, asked: seen.asked });
      return { front: lead.name, dialog: null };
    },
  },

  stepOn: {
    can: (seen) => seen.isPanel && !seen.dialog && !seen.asked && !seen.isTyping,
    async take(walk, seen, pick) {
      const isNext = pick % 2 === 0;
      walk.story.push(`goes to the ${isNext ? 'next' : 'previous'} lead`);
      const button = walk.tab.panel.getByRole('button', {
        name: isNext ? 'Next in the list' : 'Previous in the list',
      });
      if (await button.first().isDisabled()) return { front: seen.front };
      if (walk.tab.isPhone) await walk.tab.push(button);
      else await walk.tab.press(isNext ? 'j' : 'k');
      return { dialog: null };
    },
  },

  openPage: {
    can: (seen) => seen.isPanel && !seen.dialog,
    async take(walk, seen) {
      walk.story.push(`opens ${seen.front} on its page`);
      await walk.tab.push(walk.tab.panel.getByRole('link', { name: 'Open as a page' }));
      walk.opened.push({ front: seen.front, asked: seen.asked, isBelowPage: true });
      return { front: seen.front, asked: null };
    },
  },

  followLink: {
    can: (seen) => !seen.dialog,
    async take(walk, _, pick) {
      const lead = pickOf(walk.leads, pick);
      const paths = walk.isManagement
        ? [`lead/${lead._id}`, `${walk.listAddress('leads')}&lead=${lead._id}`]
        : [`lead/${lead._id}`, `dashboard?lead=${lead._id}`, `dashboard?work=${lead._id}`];
      const path = pickOf(paths, pick >> 4);
      walk.story.push(`follows the link ${path.replace(lead._id, `<${lead.name}>`)}`);
      await walk.tab.visit(`/main/${path}`);
      walk.opened.length = 0;
      // What needs nothing is passed over.
      return path.includes('work') ? {} : { front: lead.name };
    },
  },
};

function canOpen(seen: Sight): boolean {
  return seen.rows.length > 0 && !seen.dialog;
}

function rowOf({ tab }: Walk, name: string) {
  return tab.page.locator('[data-row-focus]:visible').getByText(name, { exact: true });
}

function openedOf(walk: Walk, row: string): Opened {
  const { pathname, searchParams } = new URL(walk.tab.page.url());
  for (const name of ['lead', 'found']) searchParams.delete(name);
  return { front: null, path: pathname + (searchParams.size > 0 ? `?${searchParams}` : ''), row };
}

function noteOpened({ opened }: Walk, seen: Sight, list: Opened): void {
  if (seen.isPanel && opened.at(-1)?.front) return;
  opened.splice(0, opened.length, list);
}
