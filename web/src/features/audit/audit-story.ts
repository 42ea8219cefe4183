import type { AuditDetails, AuditEntry } from '#contract/audit.ts';
import type { BulkAction } from '#contract/leads/lead-lists.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import { exportCustomer } from '#contract/privacy/erasure.ts';
import {
  downloadAllCollections,
  downloadContactReports,
  downloadEmployeeReports,
  downloadServiceCenterReports,
} from '#contract/reports.ts';

type Call = { method: string; path: string };
const callOf = ({ method, path }: Call) => `${method} ${path}`;

/** By the recorded call. */
const exportNames = new Map<
  string,
  'leads' | 'serviceCenterReports' | 'employeeReports' | 'contactReports' | 'collections' | 'customer'
>([
  [callOf(downloadLeadsCsv), 'leads'],
  [callOf(downloadServiceCenterReports), 'serviceCenterReports'],
  [callOf(downloadEmployeeReports), 'employeeReports'],
  [callOf(downloadContactReports), 'contactReports'],
  [callOf(downloadAllCollections), 'collections'],
  [callOf(exportCustomer), 'customer'],
]);

export function exportOf({ call = '' }: AuditDetails) {
  return exportNames.get(call);
}

export function sentenceOf({ action, actor, subject, details: { from, to, bulk, factor } }: AuditEntry) {
  if (action === 'signedIn' && factor) return 'signedInWith';
  if (action === 'secondFactorReset' && !actor) return 'secondFactorResetByOperator';
  if (action === 'leadsChanged') return bulkSentence(bulk, subject !== null);
  if (action === 'signInFailed') return subject ? action : 'signInFailedUnknown';
  if (action === 'customerErased') return actor ? action : 'customerErasedAgain';
  if (action !== 'levelChanged') return action;
  if (to === 'unassigned') return 'unassigned';
  if (to !== 'service') return 'assigned';
  return from === 'service' ? 'centersChanged' : 'assignedToCenters';
}

function bulkSentence(bulk: BulkAction = 'assign', hasAdvisor: boolean) {
  const sentences = {
    assign: hasAdvisor ? 'leadsAssigned' : 'leadsFreed',
    moveCenter: hasAdvisor ? 'leadsMovedToAdvisor' : 'leadsMoved',
    followUp: 'leadsFollowedUp',
    archive: 'leadsArchived',
    unarchive: 'leadsUnarchived',
  } as const;
  return sentences[bulk];
}
