import {
  type Icon,
  IconBuildingWarehouse,
  IconLayoutDashboard,
  IconTool,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { RegisteredRouter } from '@tanstack/react-router';
import type { Messages } from 'use-intl';
import { type LeadStatus, leadStatuses } from '#contract/leads/lead-status.ts';
import {
  assignedLevels,
  customerCallingLevels,
  importLevels,
  type Level,
  levelHomePaths,
  levels,
  managementLevels,
} from '#contract/levels.ts';

type Screen = {
  readonly path: Exclude<Extract<keyof RegisteredRouter['routesByPath'], `/main/${string}`>, '/main/'>;
  readonly levels: readonly Level[];
  readonly label?: keyof Messages['frame']['screens'];
  readonly icon?: Icon;
  readonly menuOf?: Level;
  readonly statuses?: readonly LeadStatus[];
  readonly under?: readonly string[];
};

const dashboard = ['/main/managementDashboard'];
const leads = ['/main/managementLeads'];
const leadLists = ['/main/managementLeads', '/main/leads'];
const people = ['/main/employees'];

/** Gives sidebar, guards and each level's home (specification, 'Sidebar by level'). */
export const screens: readonly Screen[] = [
  {
    path: '/main/managementDashboard',
    levels: managementLevels,
    label: 'managementDashboard',
    icon: IconLayoutDashboard,
  },
  {
    path: '/main/dashboard',
    levels: assignedLevels,
    label: 'dashboard',
    icon: IconLayoutDashboard,
    menuOf: 'service',
  },
  {
    path: '/main/serviceCenters',
    levels: managementLevels,
    label: 'serviceCenters',
    icon: IconBuildingWarehouse,
  },
  { path: '/main/workingHours', levels: managementLevels, under: ['/main/serviceCenters'] },
  { path: '/main/bookingRules', levels: managementLevels, under: ['/main/serviceCenters'] },
  {
    path: '/main/servicesAndCampaign',
    levels: managementLevels,
    label: 'servicesAndCampaign',
    icon: IconTool,
  },
  {
    path: '/main/leads',
    levels: [...managementLevels, 'dataEntry'],
    label: 'leads',
    icon: IconUsers,
    menuOf: 'dataEntry',
    under: leads,
  },
  { path: '/main/managementLeads', levels: managementLevels, label: 'leads', icon: IconUsers },
  { path: '/main/today', levels: managementLevels, under: leads },
  { path: '/main/manageMentLead/$status', levels: managementLevels, under: leads },
  { path: '/main/lead/$id', levels: assignedLevels, under: leadLists },
  { path: '/main/bookings', levels: customerCallingLevels, under: leadLists },
  { path: '/main/neglected', levels: managementLevels, under: leads },
  { path: '/main/bulkChanges', levels: managementLevels, under: leads },
  { path: '/main/import', levels: importLevels, under: leadLists },
  { path: '/main/import/$id', levels: importLevels, under: leadLists },
  { path: '/main/intake', levels: managementLevels, under: leads },
  { path: '/main/duplicates', levels: managementLevels, under: leads },
  { path: '/main/leadHistory/$entryId', levels: [...managementLevels, 'service'], under: leads },
  { path: '/main/customers', levels: managementLevels, under: leads },
  { path: '/main/addressesFromCustomer/$id', levels: managementLevels, under: leads },
  { path: '/main/customerOrders/$id', levels: managementLevels, under: leads },
  { path: '/main/daily', levels: assignedLevels, under: leadLists },
  { path: '/main/weekly', levels: assignedLevels, under: leadLists },
  { path: '/main/monthly', levels: assignedLevels, under: leadLists },
  {
    path: '/main/leadsByStatus/$status',
    levels: assignedLevels,
    label: 'leads',
    menuOf: 'service',
    statuses: leadStatuses,
    under: leadLists,
  },
  { path: '/main/serviceCenterReports', levels: managementLevels, under: dashboard },
  { path: '/main/employeeReports', levels: managementLevels, under: dashboard },
  { path: '/main/employeeWork', levels: managementLevels, under: dashboard },
  { path: '/main/employees', levels: managementLevels, label: 'employeesInMenu', icon: IconUsersGroup },
  { path: '/main/manager', levels: managementLevels, under: people },
  { path: '/main/service', levels: managementLevels, under: people },
  { path: '/main/dataEntry', levels: managementLevels, under: people },
  { path: '/main/unassigned', levels: managementLevels, under: people },
  { path: '/main/inviteEmployees', levels: ['superAdmin'], under: people },
  { path: '/main/audit', levels: ['superAdmin'], under: people },
  { path: '/main/find', levels: assignedLevels },
  { path: '/main/profile', levels },
  { path: '/main/settings/messageLog', levels: managementLevels, under: leads },
  { path: '/main/settings', levels: ['superAdmin'] },
  { path: '/main/settings/serviceStaff', levels: ['superAdmin'] },
  { path: '/main/settings/twoStepLogin', levels: ['superAdmin'] },
  { path: '/main/settings/connections', levels: ['superAdmin'] },
  { path: '/main/settings/enquiries', levels: ['superAdmin'] },
  { path: '/main/settings/messageTexts', levels: ['superAdmin'] },
  { path: '/main/settings/customerMessages', levels: ['superAdmin'] },
  { path: '/main/settings/lostReasons', levels: ['superAdmin'] },
  { path: '/main/settings/personalData', levels: ['superAdmin'] },
  { path: '/main/systemStatus', levels: ['superAdmin'] },
  { path: '/main/unassign', levels: ['unassigned'] },
];

/** Lists the screens in a level's main menu, in order. */
export function listMenuScreens(level: Level): Screen[] {
  return screens.filter(
    ({ label, levels, menuOf }) => label && (menuOf ? menuOf === level : levels.includes(level)),
  );
}

/** Lists the paths of all screens that a level may open, without those that need an id. */
export function listScreenPaths(level: Level): string[] {
  return screens
    .filter(({ path, levels }) => levels.includes(level) && !path.includes('$'))
    .map(({ path }) => path);
}

/** Tells whether a level may open the screen of a path; true for a path without a screen. */
export function mayOpenScreen(level: Level, path: string): boolean {
  const screen = findScreen(path);
  return screen === undefined || screen.levels.includes(level);
}

/** Finds the screen of a URL's path, ids included and in any case. */
export function findScreen(path: string): Screen | undefined {
  const wanted = `${path.toLowerCase()}/`;
  return screens.find((one) => {
    const [fixed = one.path] = one.path.split('/$');
    return wanted.startsWith(`${fixed.toLowerCase()}/`);
  });
}

/** Returns the path to which a level comes after login. */
export function getHomePath(level: Level): (typeof levelHomePaths)[Level] {
  return levelHomePaths[level];
}
