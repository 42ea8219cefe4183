import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/reports.ts';
import type { Context } from '#server/context.ts';
import { asFile, serve } from '#server/http/serve.ts';
import { contactReportsCsv, reportContacts } from './contact-reports.service.ts';
import {
  employeeReportsCsv,
  reportEmployees,
  reportServiceCenters,
  serviceCenterReportsCsv,
} from './reports.service.ts';

export function reportRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.reportLeads, ({ context, query }) =>
    reportServiceCenters(context, query.serviceCenterId),
  );

  serve(app, context, contract.reportServiceCenters, ({ context }) => reportServiceCenters(context));

  serve(app, context, contract.reportEmployees, ({ context }) => reportEmployees(context));

  serve(app, context, contract.downloadServiceCenterReports, async ({ context, reply }) => {
    const content = await serviceCenterReportsCsv(context);
    return asFile(reply, { fileName: 'service-center-reports.csv', content });
  });

  serve(app, context, contract.downloadEmployeeReports, async ({ context, reply }) => {
    const content = await employeeReportsCsv(context);
    return asFile(reply, { fileName: 'employee-reports.csv', content });
  });

  serve(app, context, contract.reportContacts, ({ context }) => reportContacts(context));

  serve(app, context, contract.downloadContactReports, async ({ context, reply }) => {
    const content = await contactReportsCsv(context);
    return asFile(reply, { fileName: 'employee-contacts.csv', content });
  });
}
