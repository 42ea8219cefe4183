import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/employees.ts';
import * as session from '#contract/session.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { getOwnAbsence, setAwayUntil, setOwnAbsence } from './absences.service.ts';
import { assignEmployee } from './assignments.service.ts';
import { countOpenLeads, listEmployees } from './employees.service.ts';

export function employeeRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.listEmployeesByLevel, ({ context, params, query }) =>
    listEmployees(context, params.level, query),
  );

  serveEndpoint(app, context, contract.assignToManagement, ({ context, body }) =>
    assignEmployee(context, body.id, body.level),
  );

  serveEndpoint(app, context, contract.assignToDataEntry, ({ context, body }) =>
    assignEmployee(context, body.id, 'dataEntry'),
  );

  serveEndpoint(app, context, contract.assignToServiceCenter, ({ context, body }) =>
    assignEmployee(context, body.id, 'service', body.serviceCenter),
  );

  serveEndpoint(app, context, contract.unassignEmployee, ({ context, body }) =>
    assignEmployee(context, body.id, 'unassigned'),
  );

  serveEndpoint(app, context, contract.setAwayUntil, ({ context, params, body }) =>
    setAwayUntil(context, params.id, body.awayUntil),
  );

  serveEndpoint(app, context, session.getOwnAbsence, ({ context }) => getOwnAbsence(context));

  serveEndpoint(app, context, session.setOwnAbsence, ({ context, body }) => setOwnAbsence(context, body));

  serveEndpoint(app, context, contract.countOpenLeads, ({ context }) => countOpenLeads(context));
}
