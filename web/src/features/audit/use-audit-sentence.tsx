import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import type { AuditDetails, AuditEntry } from '#contract/audit.ts';
import { downloadAttachment } from '#contract/intake/deliveries.ts';
import { listInvites } from '#contract/invites.ts';
import type { BulkAction } from '#contract/leads/lead-lists.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import { exportCustomer } from '#contract/privacy/erasure.ts';
import {
  downloadAllCollections,
  downloadContactReports,
  downloadEmployeeReports,
  downloadServiceCenterReports,
} from '#contract/reports.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import classes from './audit.module.css';

type Call = { method: string; path: string };
const callOf = ({ method, path }: Call) => `${method} ${path}`;

const exportNames = new Map<
  string,
  | 'leads'
  | 'serviceCenterReports'
  | 'employeeReports'
  | 'contactReports'
  | 'collections'
  | 'customer'
  | 'attachment'
>([
  [callOf(downloadLeadsCsv), 'leads'],
  [callOf(downloadServiceCenterReports), 'serviceCenterReports'],
  [callOf(downloadEmployeeReports), 'employeeReports'],
  [callOf(downloadContactReports), 'contactReports'],
  [callOf(downloadAllCollections), 'collections'],
  [callOf(exportCustomer), 'customer'],
  [callOf(downloadAttachment), 'attachment'],
]);

function exportOf({ call = '' }: AuditDetails) {
  return exportNames.get(call);
}

function sentenceOf({ action, actor, subject, details: { from, to, bulk, factor, date } }: AuditEntry) {
  if (action === 'signedIn' && factor) return 'signedInWith';
  if (action === 'secondFactorReset' && !actor) return 'secondFactorResetByOperator';
  if (action === 'leadsChanged') return bulkSentence(bulk, subject !== null);
  if (action === 'signInFailed') return subject ? action : 'signInFailedUnknown';
  if (action === 'awayChanged') return absenceSentence(date !== undefined, actor?._id === subject?._id);
  if (action === 'customerErased') return actor ? action : 'customerErasedAgain';
  if (action !== 'levelChanged') return action;
  if (to === 'unassigned') return 'unassigned';
  if (to !== 'service') return 'assigned';
  return from === 'service' ? 'centersChanged' : 'assignedToCenters';
}

function absenceSentence(isAway: boolean, isOwn: boolean) {
  if (isOwn) return isAway ? 'ownAwayUntil' : 'ownAwayEnded';
  return isAway ? 'awayUntil' : 'awayEnded';
}

function bulkSentence(bulk: BulkAction = 'assign', hasAdvisor: boolean) {
  const sentences = {
    assign: hasAdvisor ? 'leadsAssigned' : 'leadsFreed',
    share: 'leadsShared',
    moveCenter: hasAdvisor ? 'leadsMovedToAdvisor' : 'leadsMoved',
    followUp: 'leadsFollowedUp',
    archive: 'leadsArchived',
    unarchive: 'leadsUnarchived',
  } as const;
  return sentences[bulk];
}

const marks = {
  b: (words: ReactNode) => <strong className={classes.who}>{words}</strong>,
  code: (words: ReactNode) => <code className={classes.call}>{words}</code>,
};

/** @returns a function that describes an entry in a sentence, with today's names of centers and invited addresses. */
export function useAuditSentence(): (entry: AuditEntry) => ReactNode {
  const t = useTranslations('audit');
  const { fields: names } = useMessages().audit;
  const isNamed = (field: string): field is keyof typeof names => Object.hasOwn(names, field);
  const levels = useTranslations('frame.levels');
  const formats = useFormats();
  const { data: centers } = useQuery(endpointQuery(listOwnServiceCenters));
  const { data: invites } = useQuery(endpointQuery(listInvites));
  const centerNames = useMemo(() => new Map(centers?.map(({ _id, name }) => [_id, name])), [centers]);
  const addresses = useMemo(
    () => new Map(invites?.employeeInvites.map(({ _id, email }) => [_id, email])),
    [invites],
  );

  return (entry) => {
    const { actor, subject, details } = entry;
    const { from = 'unassigned', to = 'unassigned', fields = [], call = '' } = details;
    const named = exportOf(details);
    const nameOf = (field: string) => (isNamed(field) ? t(`fields.${field}`) : field);
    return t.rich(`sentences.${sentenceOf(entry)}`, {
      ...marks,
      actor: actor?.name ?? t('somebody'),
      subject: subject?.name ?? t('somebody'),
      from: levels(from),
      to: levels(to),
      centers: formats.all((details.serviceCenters ?? []).map((id) => centerNames.get(id) ?? '…')),
      email: addresses.get(details.invite ?? '') ?? t('goneInvite'),
      fields: formats.all(fields.map(nameOf)),
      sessions: details.sessions ?? 0,
      leads: details.leads ?? 0,
      customers: details.customers ?? 0,
      restored: details.restored ?? 0,
      merged: (details.merged?.length ?? 0) + 1,
      entries: details.entries ?? 0,
      date: formats.date(details.date ?? ''),
      receiver: details.receiver?.name ?? t('somebody'),
      receivers: formats.all((details.receivers ?? []).map(({ name }) => name)),
      factor: details.factor ? t(`factors.${details.factor}`) : '',
      what: named ? t(`exports.${named}`) : call,
      call,
    });
  };
}
