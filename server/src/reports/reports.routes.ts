import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '#contract/reports.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/register.ts';
import { exportCollections } from '#server/reports/collections.service.ts';
import {
  employeeReportsCsv,
  reportEmployees,
  reportServiceCenters,
  serviceCenterReportsCsv,
} from '#server/reports/reports.service.ts';

/** Reports of centers and employees, and the full export. */
export function reportRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, contract.leadReport, ({ context, query }) =>
    reportServiceCenters(context, query.serviceCenterId),
  );

  register(app, context, contract.reportServiceCenters, ({ context }) => reportServiceCenters(context));

  register(app, context, contract.reportEmployees, ({ context }) => reportEmployees(context));

  register(app, context, contract.downloadServiceCenterReports, async ({ context, reply }) => {
    const csv = await serviceCenterReportsCsv(context);
    return asFile(reply, 'service-center-reports.csv', csv);
  });

  register(app, context, contract.downloadEmployeeReports, async ({ context, reply }) => {
    const csv = await employeeReportsCsv(context);
    return asFile(reply, 'employee-reports.csv', csv);
  });

  register(app, context, contract.downloadAllCollections, async ({ context, reply }) => {
    const zip = await exportCollections(context);
    return asFile(reply, 'collections.zip', zip);
  });
}

function asFile(reply: FastifyReply, name: string, content: Readable): Readable {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return content;
}
