import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { levelSchema, management } from './levels.ts';
import { messages } from './messages.ts';
import { paging, search } from './paging.ts';
import { account } from './people.ts';
import { id } from './text.ts';

/** An employee as management sees him; shaped like the signed-in account. */
export const employee = account;
export type Employee = z.infer<typeof employee>;

/** The levels that assign others; only `superAdmin` touches somebody in management. */
export const assigners = ['superAdmin', 'admin'] as const;

/** The levels that "Assign As Management" can give. */
export const managementLevel = z.enum(management);

const tag = 'Employees';
const base = '/management/manageEmployee';
const employeeId = z.string(messages.required).pipe(id);
const refusals = [400, 401, 403, 404] as const;

export const listEmployeesByLevel = endpoint({
  method: 'GET',
  path: `${base}/getEmployeesByLevel/:level`,
  summary: 'Verified employees of a level by name; `search` finds any part of name or e-mail',
  tag,
  who: management,
  params: z.object({ level: levelSchema }),
  query: z.object({ ...paging, search }),
  reply: z.object({
    employees: z.array(employee),
    totalPages: z.int(),
    totalEmployeeCount: z.int(),
  }),
  refusals: [400, 401, 403],
});

export const assignToManagement = endpoint({
  method: 'PATCH',
  path: `${base}/assign/assignToManagement`,
  summary: 'Make somebody a manager, admin or superAdmin',
  tag,
  who: ['superAdmin'],
  body: z.strictObject({ id: employeeId, level: managementLevel.default('manager') }),
  reply: employee,
  refusals,
});

export const assignToDataEntry = endpoint({
  method: 'PATCH',
  path: `${base}/assign/assignToDataEntry`,
  summary: 'Let somebody record leads',
  tag,
  who: assigners,
  body: z.strictObject({ id: employeeId }),
  reply: employee,
  refusals,
});

export const assignToServiceCenter = endpoint({
  method: 'PATCH',
  path: `${base}/assign/assignToServiceCenter`,
  summary: 'Let somebody work on the leads of some service centers',
  tag,
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

export const unassignEmployee = endpoint({
  method: 'PATCH',
  path: `${base}/assign/unassignEmployee`,
  summary: 'Take level and service centers away',
  tag,
  who: assigners,
  body: z.strictObject({ id: employeeId, serviceCenter: z.array(id).max(0).default([]) }),
  reply: employee,
  refusals,
});
