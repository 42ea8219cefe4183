import type { Icon } from '@tabler/icons-react';
import {
  IconBuildingWarehouse,
  IconLayoutDashboard,
  IconTool,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { Period } from '#contract/leads/lead-oversight.ts';
import { type LeadStatus, leadStatuses } from '#contract/leads/lead-status.ts';
import { assigned, type Level, levelHome, levels, management } from '#contract/levels.ts';

/** A main screen: its path, who may open it, and its menu entry, if any. */
type Screen = {
  readonly path:
    | '/main/managementDashboard'
    | '/main/dashboard'
    | '/main/serviceCenters'
    | '/main/servicesAndCampaign'
    | '/main/leads'
    | '/main/leadsByStatus/$status'
    | '/main/managementLeads'
    | '/main/manageMentLead/$status'
    | '/main/leadHistory/$entryId'
    | '/main/customers'
    | '/main/addressesFromCustomer/$id'
    | '/main/customerOrders/$id'
    | '/main/daily'
    | '/main/weekly'
    | '/main/monthly'
    | '/main/serviceCenterReports'
    | '/main/employeeReports'
    | '/main/profile'
    | '/main/settings'
    | '/main/employees'
    | '/main/manager'
    | '/main/service'
    | '/main/dataEntry'
    | '/main/unassigned'
    | '/main/inviteEmployees'
    | '/main/audit'
    | '/main/unassign';
  /** Its key in the texts' `frame.screens`. */
  readonly label:
    | 'dashboard'
    | 'managementDashboard'
    | 'serviceCenters'
    | 'servicesAndCampaign'
    | 'leads'
    | 'leadsByStatus'
    | 'customers'
    | 'leadHistory'
    | Period
    | 'serviceCenterReports'
    | 'employeeReports'
    | 'profile'
    | 'settings'
    | 'employees'
    | 'unassign';
  readonly levels: readonly Level[];
  /** Screens whose menu entry is marked while this one is shown, for levels that do not have it in their menu. */
  readonly under?: readonly string[];
  /** The levels that have it in their menu; the others reach it by links. */
  readonly menu?: {
    readonly icon: Icon;
    readonly levels: readonly Level[];
    /** It has an entry for each of these statuses, with the number of leads. */
    readonly statuses?: readonly LeadStatus[];
  };
};

const leadLists = ['/main/managementLeads', '/main/leads'];
const employeeLists = ['/main/employees'];

/** Every main screen. The sidebar, the guards and the way home follow from this table (specification, 'Sidebar by level'). */
export const screens: readonly Screen[] = [
  {
    path: '/main/managementDashboard',
    label: 'managementDashboard',
    levels: management,
    menu: { icon: IconLayoutDashboard, levels: management },
  },
  {
    path: '/main/dashboard',
    label: 'dashboard',
    levels: assigned,
    menu: { icon: IconLayoutDashboard, levels: ['service'] },
  },
  {
    path: '/main/serviceCenters',
    label: 'serviceCenters',
    levels: management,
    menu: { icon: IconBuildingWarehouse, levels: management },
  },
  {
    path: '/main/servicesAndCampaign',
    label: 'servicesAndCampaign',
    levels: management,
    menu: { icon: IconTool, levels: management },
  },
  {
    path: '/main/leads',
    label: 'leads',
    levels: [...management, 'dataEntry'],
    under: ['/main/managementLeads'],
    menu: { icon: IconUsers, levels: ['dataEntry'] },
  },
  {
    path: '/main/managementLeads',
    label: 'leads',
    levels: management,
    menu: { icon: IconUsers, levels: management },
  },
  {
    path: '/main/manageMentLead/$status',
    label: 'leadsByStatus',
    levels: management,
    under: ['/main/managementLeads'],
  },
  {
    path: '/main/leadHistory/$entryId',
    label: 'leadHistory',
    levels: [...management, 'service'],
    under: ['/main/managementLeads'],
  },
  { path: '/main/customers', label: 'customers', levels: management, under: ['/main/managementLeads'] },
  {
    path: '/main/addressesFromCustomer/$id',
    label: 'customers',
    levels: management,
    under: ['/main/managementLeads'],
  },
  {
    path: '/main/customerOrders/$id',
    label: 'customers',
    levels: management,
    under: ['/main/managementLeads'],
  },
  { path: '/main/daily', label: 'daily', levels: assigned, under: leadLists },
  { path: '/main/weekly', label: 'weekly', levels: assigned, under: leadLists },
  { path: '/main/monthly', label: 'monthly', levels: assigned, under: leadLists },
  {
    path: '/main/leadsByStatus/$status',
    label: 'leadsByStatus',
    levels: assigned,
    under: leadLists,
    menu: { icon: IconUsers, levels: ['service'], statuses: leadStatuses },
  },
  {
    path: '/main/serviceCenterReports',
    label: 'serviceCenterReports',
    levels: management,
    under: ['/main/managementDashboard'],
  },
  {
    path: '/main/employeeReports',
    label: 'employeeReports',
    levels: management,
    under: ['/main/managementDashboard'],
  },
  {
    path: '/main/employees',
    label: 'employees',
    levels: management,
    menu: { icon: IconUsersGroup, levels: management },
  },
  { path: '/main/manager', label: 'employees', levels: management, under: employeeLists },
  { path: '/main/service', label: 'employees', levels: management, under: employeeLists },
  { path: '/main/dataEntry', label: 'employees', levels: management, under: employeeLists },
  { path: '/main/unassigned', label: 'employees', levels: management, under: employeeLists },
  { path: '/main/inviteEmployees', label: 'employees', levels: ['superAdmin'], under: employeeLists },
  { path: '/main/audit', label: 'employees', levels: ['superAdmin'], under: employeeLists },
  { path: '/main/profile', label: 'profile', levels },
  { path: '/main/settings', label: 'settings', levels: ['superAdmin'] },
  { path: '/main/unassign', label: 'unassign', levels: ['unassigned'] },
];

/** @returns the screens in a level's menu, in their order. */
export function menuOf(level: Level): Screen[] {
  return screens.filter((screen) => screen.menu?.levels.includes(level));
}

/** @returns whether a level may open the main screen at a path; true for a path without a screen. */
export function mayOpen(level: Level, path: string): boolean {
  const screen = screenAt(path);
  return screen === undefined || screen.levels.includes(level);
}

/** @returns the screen at a path of the address bar, ignoring case as the router does. */
export function screenAt(path: string): Screen | undefined {
  const wanted = `${path.toLowerCase()}/`;
  return screens.find((one) => {
    const [fixed = one.path] = one.path.split('/$');
    return wanted.startsWith(`${fixed.toLowerCase()}/`);
  });
}

/** @returns the path of a level's start page. */
export function homeOf(level: Level): (typeof levelHome)[Level] {
  return levelHome[level];
}
