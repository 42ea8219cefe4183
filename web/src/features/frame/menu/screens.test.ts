import { expect, test } from 'vitest';
import { levels } from '#contract/levels.ts';
import { find } from '#web/lib/i18n/en/find.ts';
import { homeOf, mayOpen, menuOf, screensOf } from './screens.ts';

test.each(levels)('%s may open its home and everything in its menu', (level) => {
  expect(mayOpen(level, homeOf(level))).toBe(true);
  for (const screen of menuOf(level)) expect(mayOpen(level, screen.path)).toBe(true);
});

test.each(levels)('every screen of %s has a name by which Find goes there', (level) => {
  const nameless = screensOf(level).filter((path) => !(path in find.screens));
  expect(nameless).toEqual(nameless.filter((path) => path === '/main/find' || path === '/main/unassign'));
});

test('dataEntry has Leads only, unassigned no menu', () => {
  expect(menuOf('dataEntry').map((screen) => screen.label)).toEqual(['leads']);
  expect(menuOf('unassigned')).toEqual([]);
});

test('a level may not open the screens of another', () => {
  expect(mayOpen('service', '/main/leads')).toBe(false);
  expect(mayOpen('service', '/main/managementDashboard')).toBe(false);
  expect(mayOpen('dataEntry', '/main/managementDashboard')).toBe(false);
  expect(mayOpen('unassigned', '/main/dashboard')).toBe(false);
  expect(mayOpen('manager', '/main/unassign')).toBe(false);
});
