import { expect, test } from 'vitest';
import { levels, managementLevels } from '#contract/levels.ts';
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

test('management has one home and one menu, dataEntry Leads only, unassigned no menu', () => {
  for (const level of managementLevels) {
    expect(homeOf(level)).toBe(homeOf('superAdmin'));
    expect(menuOf(level)).toEqual(menuOf('superAdmin'));
  }
  expect(menuOf('dataEntry').map((screen) => screen.label)).toEqual(['leads']);
  expect(menuOf('unassigned')).toEqual([]);
});

test('a level may not open the screens of another', () => {
  for (const path of ['leads', 'managementDashboard', 'ServiceCenters', 'ServicesAndCampaign', 'customers'])
    expect(mayOpen('service', `/main/${path}`)).toBe(false);
  expect(mayOpen('service', '/main/customerOrders/x')).toBe(false);
  expect(mayOpen('service', '/main/manageMentLead/pending')).toBe(false);
  expect(mayOpen('dataEntry', '/main/managementDashboard')).toBe(false);
  expect(mayOpen('unassigned', '/main/dashboard')).toBe(false);
  for (const level of ['admin', 'manager'] as const)
    for (const path of ['unassign', 'settings', 'settings/connections', 'systemStatus'])
      expect(mayOpen(level, `/main/${path}`)).toBe(false);
});
