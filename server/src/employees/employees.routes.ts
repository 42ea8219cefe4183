import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/employees.ts';
import type { Context } from '#server/context.ts';
import { assignEmployee } from '#server/employees/assignments.service.ts';
import { listEmployees } from '#server/employees/employees.service.ts';
import { register } from '#server/http/register.ts';

/** Employees by level, and who is assigned to what. */
export function employeeRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, contract.listEmployeesByLevel, ({ context, params, query }) =>
    listEmployees(context, params.level, query),
  );

  register(app, context, contract.assignToManagement, ({ context, body }) =>
    assignEmployee(context, body.id, body.level),
  );

  register(app, context, contract.assignToDataEntry, ({ context, body }) =>
    assignEmployee(context, body.id, 'dataEntry'),
  );

  register(app, context, contract.assignToServiceCenter, ({ context, body }) =>
    assignEmployee(context, body.id, 'service', body.serviceCenter),
  );

  register(app, context, contract.unassignEmployee, ({ context, body }) =>
    assignEmployee(context, body.id, 'unassigned'),
  );
}
