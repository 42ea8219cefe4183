import { listAudit } from '#contract/audit.ts';
import type { Endpoint } from '#contract/call/endpoint.ts';
import { downloadWorkComparison, getLateFigures, getWorkComparison } from '#contract/comparison.ts';
import { listCustomers } from '#contract/customers.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { countOpenLeads } from '#contract/employees.ts';
import {
  countLeadsByCenter,
  downloadLeadsCsv,
  downloadNeglectedCsv,
  groupNeglected,
  listManagementLeads,
  listNeglected,
} from '#contract/leads/lead-oversight.ts';
import { exportCustomer } from '#contract/privacy/erasure.ts';
import * as reports from '#contract/reports.ts';

/** The calls that may read the replica. */
export const replicaReads: ReadonlySet<Endpoint> = new Set<Endpoint>([
  getDashboard,
  getLateFigures,
  getWorkComparison,
  downloadWorkComparison,
  reports.reportLeads,
  reports.reportServiceCenters,
  reports.reportEmployees,
  reports.reportContacts,
  reports.downloadServiceCenterReports,
  reports.downloadEmployeeReports,
  reports.downloadContactReports,
  listManagementLeads,
  countLeadsByCenter,
  countOpenLeads,
  listNeglected,
  groupNeglected,
  listCustomers,
  listAudit,
]);

/** The exports that may read the replica; they read one snapshot for as long as somebody takes their bytes. */
export const replicaExports: ReadonlySet<Endpoint> = new Set<Endpoint>([
  reports.downloadAllCollections,
  downloadLeadsCsv,
  downloadNeglectedCsv,
  exportCustomer,
]);
