import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/reports.ts';
import type { Context } from '#server/context.ts';
import { createSharedSerializer } from '#server/http/serialized-json.ts';
import { sendFile, serveEndpoint } from '#server/http/serve.ts';
import { createContactReportsCsv, reportContacts } from './contact-reports.service.ts';
import {
  createEmployeeReportsCsv,
  createServiceCenterReportsCsv,
  reportEmployees,
  reportServiceCenters,
} from './reports.service.ts';

const serializeContacts = createSharedSerializer(contract.reportContacts.reply);

export function reportRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.reportLeads, ({ context, query }) =>
    reportServiceCenters(context, query.serviceCenterId),
  );

  serveEndpoint(app, context, contract.reportServiceCenters, ({ context }) => reportServiceCenters(context));

  serveEndpoint(app, context, contract.reportEmployees, ({ context }) => reportEmployees(context));

  serveEndpoint(app, context, contract.downloadServiceCenterReports, async ({ context, reply }) => {
    const content = await createServiceCenterReportsCsv(context);
    return sendFile(reply, { fileName: 'service-center-reports.csv', content });
  });

  serveEndpoint(app, context, contract.downloadEmployeeReports, async ({ context, reply }) => {
    const content = await createEmployeeReportsCsv(context);
    return sendFile(reply, { fileName: 'employee-reports.csv', content });
  });

  serveEndpoint(app, context, contract.reportContacts, async ({ context }) =>
    serializeContacts(await reportContacts(context)),
  );

  serveEndpoint(app, context, contract.downloadContactReports, async ({ context, reply }) => {
    const content = await createContactReportsCsv(context);
    return sendFile(reply, { fileName: 'employee-contacts.csv', content });
  });
}
