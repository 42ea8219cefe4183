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
import { assigned, type Level, levelHome, levels, management } from '#contract/levels.ts';

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
    levels: management,
    label: 'managementDashboard',
    icon: IconLayoutDashboard,
  },
  {
    path: '/main/dashboard',
    levels: assigned,
    label: 'dashboard',
    icon: IconLayoutDashboard,
    menuOf: 'service',
  },
  { path: '/main/serviceCenters', levels: management, label: 'serviceCenters', icon: IconBuildingWarehouse },
  { path: '/main/workingHours', levels: management, under: ['/main/serviceCenters'] },
  { path: '/main/servicesAndCampaign', levels: management, label: 'servicesAndCampaign', icon: IconTool },
  {
    path: '/main/leads',
    levels: [...management, 'dataEntry'],
    label: 'leads',
    icon: IconUsers,
    menuOf: 'dataEntry',
    under: leads,
  },
  { path: '/main/managementLeads', levels: management, label: 'leads', icon: IconUsers },
  { path: '/main/today', levels: management, under: leads },
  { path: '/main/manageMentLead/$status', levels: management, under: leads },
  { path: '/main/lead/$id', levels: assigned, under: leadLists },
  { path: '/main/neglected', levels: management, under: leads },
  { path: '/main/bulkChanges', levels: management, under: leads },
  { path: '/main/import', levels: management, under: leads },
  { path: '/main/import/$id', levels: management, under: leads },
  { path: '/main/intake', levels: management, under: leads },
  { path: '/main/duplicates', levels: management, under: leads },
  { path: '/main/leadHistory/$entryId', levels: [...management, 'service'], under: leads },
  { path: '/main/customers', levels: management, under: leads },
  { path: '/main/addressesFromCustomer/$id', levels: management, under: leads },
  { path: '/main/customerOrders/$id', levels: management, under: leads },
  { path: '/main/daily', levels: assigned, under: leadLists },
  { path: '/main/weekly', levels: assigned, under: leadLists },
  { path: '/main/monthly', levels: assigned, under: leadLists },
  {
    path: '/main/leadsByStatus/$status',
    levels: assigned,
    label: 'leads',
    menuOf: 'service',
    statuses: leadStatuses,
    under: leadLists,
  },
  { path: '/main/serviceCenterReports', levels: management, under: dashboard },
  { path: '/main/employeeReports', levels: management, under: dashboard },
  { path: '/main/employeeWork', levels: management, under: dashboard },
  { path: '/main/employees', levels: management, label: 'employeesInMenu', icon: IconUsersGroup },
  { path: '/main/manager', levels: management, under: people },
  { path: '/main/service', levels: management, under: people },
  { path: '/main/dataEntry', levels: management, under: people },
  { path: '/main/unassigned', levels: management, under: people },
  { path: '/main/inviteEmployees', levels: ['superAdmin'], under: people },
  { path: '/main/audit', levels: ['superAdmin'], under: people },
  { path: '/main/find', levels: assigned },
  { path: '/main/profile', levels },
  { path: '/main/settings', levels: ['superAdmin'] },
  { path: '/main/settings/connections', levels: ['superAdmin'] },
  { path: '/main/systemStatus', levels: ['superAdmin'] },
  { path: '/main/unassign', levels: ['unassigned'] },
];

export function menuOf(level: Level): Screen[] {
  return screens.filter(
    ({ label, levels, menuOf }) => label && (menuOf ? menuOf === level : levels.includes(level)),
  );
}

export function screensOf(level: Level): string[] {
  return screens
    .filter(({ path, levels }) => levels.includes(level) && !path.includes('$'))
    .map(({ path }) => path);
}

export function mayOpen(level: Level, path: string): boolean {
  const screen = screenAt(path);
  return screen === undefined || screen.levels.includes(level);
}

export function screenAt(path: string): Screen | undefined {
  const wanted = `${path.toLowerCase()}/`;
  return screens.find((one) => {
    const [fixed = one.path] = one.path.split('/$');
    return wanted.startsWith(`${fixed.toLowerCase()}/`);
  });
}

export function homeOf(level: Level): (typeof levelHome)[Level] {
  return levelHome[level];
}
