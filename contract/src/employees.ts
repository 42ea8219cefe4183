import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { pagingParams, searchParam } from '#contract/call/paging.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { id, idParams } from '#contract/text/text.ts';
import { levelSchema, managementLevels } from './levels.ts';
import { account } from './people.ts';

/**
 * An employee as management sees them. `hasSecondFactor`: a login asks for more than the password. `awayUntil`: the last day of an
 * absence, null for somebody who is here.
 */
export const employee = account.extend({
  isActive: z.boolean(),
  hasSecondFactor: z.boolean(),
  awayUntil: calendarDate.nullable(),
});
export type Employee = z.infer<typeof employee>;

/** These levels may assign others; only `superAdmin` may change management. */
const assigners = ['superAdmin', 'admin'] as const;

export const managementLevel = z.enum(managementLevels);

const tag = 'Employees';
const base = '/management/manageEmployee';
const employeeId = z.string(messages.required).pipe(id);
const refusals = [404, 409] as const;

export const listEmployeesByLevel = endpoint({
  method: 'GET',
  path: `${base}/getEmployeesByLevel/:level`,
  summary:
    'Employees of a level by name; `search` finds any part of name or email, `active` shows those who left (`false`) or everybody (`all`)',
  tag,
  reads: 'employees',
  who: managementLevels,
  params: z.object({ level: levelSchema }),
  query: z.object({
    ...pagingParams,
    search: searchParam,
    active: z.enum(['true', 'false', 'all']).default('true'),
  }),
  reply: z.object({
    employees: z.array(employee),
    totalPages: z.int(),
    totalEmployeeCount: z.int(),
  }),
});

/** Gives an employee a level of management: manager, unless another one is named. */
export const assignToManagement = endpoint({
  method: 'PATCH',
  path: `${base}/assign/assignToManagement`,
  summary: 'Make somebody a manager, admin or superAdmin',
  tag,
  changes: ['employees'],
  who: ['superAdmin'],
  body: z.strictObject({ id: employeeId, level: managementLevel.default('manager') }),
  reply: employee,
  refusals,
});

/** Makes an employee one who records leads (level `dataEntry`). */
export const assignToDataEntry = endpoint({
  method: 'PATCH',
  path: `${base}/assign/assignToDataEntry`,
  summary: 'Let somebody record leads',
  tag,
  changes: ['employees'],
  who: assigners,
  body: z.strictObject({ id: employeeId }),
  reply: employee,
  refusals,
});

/** Makes an employee one who works the leads of some service centers (level `service`). */
export const assignToServiceCenter = endpoint({
  method: 'PATCH',
  path: `${base}/assign/assignToServiceCenter`,
  summary: 'Let somebody work on the leads of some service centers',
  tag,
  changes: ['employees'],
  who: assigners,
  body: z.strictObject({
    id: employeeId,
    level: z.literal('service').default('service'),
    serviceCenter: z
      .array(z.string().pipe(z.uuid(messages.unknownServiceCenter)), messages.serviceCenterMissing)
      .min(1, messages.serviceCenterMissing)
      .max(200),
  }),
  reply: employee,
  refusals,
});

/** Takes an employee's level and service centers away. */
export const unassignEmployee = endpoint({
  method: 'PATCH',
  path: `${base}/assign/unassignEmployee`,
  summary: 'Take level and service centers away',
  tag,
  changes: ['employees'],
  who: assigners,
  body: z.strictObject({ id: employeeId, serviceCenter: z.array(id).max(0).default([]) }),
  reply: employee,
  refusals,
});

/** Deactivates an employee, which ends their sessions, or reactivates them; nothing else can be edited. */
export const editEmployee = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  summary:
    'Deactivate somebody who left, which ends their sessions, or reactivate them; they come back with level and centers, or unassigned if every center of theirs is inactive',
  tag,
  changes: ['employees'],
  who: assigners,
  params: idParams,
  body: z.strictObject({ isActive: z.boolean() }),
  reply: employee,
  refusals: [404],
});

/** Sets the last day on which an employee is away; null: they are here. */
export const setAwayUntil = endpoint({
  method: 'PATCH',
  path: `${base}/:id/away`,
  summary:
    'Say until which day, included, somebody is away, or with null that they are here; only `superAdmin` of others in management',
  tag,
  changes: ['employees'],
  who: managementLevels,
  params: idParams,
  body: z.strictObject({ awayUntil: calendarDate.nullable() }),
  reply: employee,
  refusals: [404],
});

/** Counts the open leads of each advisor who has any. */
export const countOpenLeads = endpoint({
  method: 'GET',
  path: `${base}/openLeads`,
  summary: 'How many open leads each advisor has; who has none is left out',
  tag,
  reads: 'leads',
  who: managementLevels,
  reply: z.object({ advisors: z.array(z.object({ _id: id, openLeads: z.int() })) }),
});
