import type { AuditDetails, AuditEntry } from '#contract/audit.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import {
  downloadAllCollections,
  downloadEmployeeReports,
  downloadServiceCenterReports,
} from '#contract/reports.ts';

type Call = { method: string; path: string };
const callOf = ({ method, path }: Call) => `${method} ${path}`;

/** Exports that the log names in words, by the recorded call. */
const exportNames = new Map<string, 'leads' | 'serviceCenterReports' | 'employeeReports' | 'collections'>([
  [callOf(downloadLeadsCsv), 'leads'],
  [callOf(downloadServiceCenterReports), 'serviceCenterReports'],
  [callOf(downloadEmployeeReports), 'employeeReports'],
  [callOf(downloadAllCollections), 'collections'],
]);

export function exportOf({ call = '' }: AuditDetails) {
  return exportNames.get(call);
}

/** @returns the key of the sentence for an entry. */
export function sentenceOf({ action, subject, details: { from, to } }: AuditEntry) {
  if (action === 'signInFailed') return subject ? action : 'signInFailedUnknown';
  if (action !== 'levelChanged') return action;
  if (to === 'unassigned') return 'unassigned';
  if (to !== 'service') return 'assigned';
  return from === 'service' ? 'centersChanged' : 'assignedToCenters';
}
