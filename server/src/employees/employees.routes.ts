import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/employees.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { assignEmployee } from './assignments.service.ts';
import { listEmployees } from './employees.service.ts';
import { handOverLeads, listOpenLeadsOf } from './hand-over.service.ts';

export function employeeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.listEmployeesByLevel, ({ context, params, query }) =>
    listEmployees(context, params.level, query),
  );

  serve(app, context, contract.assignToManagement, ({ context, body }) =>
    assignEmployee(context, body.id, body.level),
  );

  serve(app, context, contract.assignToDataEntry, ({ context, body }) =>
    assignEmployee(context, body.id, 'dataEntry'),
  );

  serve(app, context, contract.assignToServiceCenter, ({ context, body }) =>
    assignEmployee(context, body.id, 'service', body.serviceCenter),
  );

  serve(app, context, contract.unassignEmployee, ({ context, body }) =>
    assignEmployee(context, body.id, 'unassigned'),
  );

  serve(app, context, contract.listOpenLeadsOfEmployee, ({ context, params, query }) =>
    listOpenLeadsOf(context, params.id, query),
  );

  serve(app, context, contract.handOverLeads, ({ context, params, body }) =>
    handOverLeads(context, params.id, body.to, body.leads),
  );
}
