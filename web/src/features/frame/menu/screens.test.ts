import { expect, test } from 'vitest';
import { levels, managementLevels } from '#contract/levels.ts';
import { find } from '#web/lib/i18n/en/find.ts';
import { getHomePath, listMenuScreens, listScreenPaths, mayOpenScreen } from './screens.ts';

test.each(levels)('%s may open its home and everything in its menu', (level) => {
  expect(mayOpenScreen(level, getHomePath(level))).toBe(true);
  for (const screen of listMenuScreens(level)) expect(mayOpenScreen(level, screen.path)).toBe(true);
});

test.each(levels)('every screen of %s has a name by which Find goes there', (level) => {
  const nameless = listScreenPaths(level).filter((path) => !(path in find.screens));
  expect(nameless).toEqual(nameless.filter((path) => path === '/main/find' || path === '/main/unassign'));
});

test('management has one home and one menu, dataEntry Leads only, unassigned no menu', () => {
  for (const level of managementLevels) {
    expect(getHomePath(level)).toBe(getHomePath('superAdmin'));
    expect(listMenuScreens(level)).toEqual(listMenuScreens('superAdmin'));
  }
  expect(listMenuScreens('dataEntry').map((screen) => screen.label)).toEqual(['leads']);
  expect(listMenuScreens('unassigned')).toEqual([]);
});

test('a level may not open the screens of another', () => {
  for (const path of ['leads', 'managementDashboard', 'ServiceCenters', 'ServicesAndCampaign', 'customers'])
    expect(mayOpenScreen('service', `/main/${path}`)).toBe(false);
  expect(mayOpenScreen('service', '/main/customerOrders/x')).toBe(false);
  expect(mayOpenScreen('service', '/main/manageMentLead/pending')).toBe(false);
  expect(mayOpenScreen('dataEntry', '/main/managementDashboard')).toBe(false);
  expect(mayOpenScreen('unassigned', '/main/dashboard')).toBe(false);
  for (const level of ['admin', 'manager'] as const)
    for (const path of ['unassign', 'settings', 'settings/connections', 'systemStatus'])
      expect(mayOpenScreen(level, `/main/${path}`)).toBe(false);
});
