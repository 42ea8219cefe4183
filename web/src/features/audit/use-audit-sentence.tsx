import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { AuditEntry } from '#contract/audit.ts';
import { ownCentersQuery } from '#web/lib/browser/choices.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { invitesQuery } from '#web/lib/session/invites.ts';
import classes from './audit.module.css';
import { exportOf, sentenceOf } from './audit-story.ts';

const marks = {
  b: (words: ReactNode) => <strong className={classes.who}>{words}</strong>,
  code: (words: ReactNode) => <code className={classes.call}>{words}</code>,
};

/** @returns how to say an entry, with today's names of centers and invited addresses. */
export function useAuditSentence(): (entry: AuditEntry) => ReactNode {
  const t = useTranslations('audit');
  const levels = useTranslations('frame.levels');
  const formats = useFormats();
  const { data: centers } = useQuery(ownCentersQuery);
  const { data: invites } = useQuery(invitesQuery);
  const centerNames = useMemo(() => new Map(centers?.map(({ _id, name }) => [_id, name])), [centers]);
  const addresses = useMemo(() => new Map(invites?.map(({ _id, email }) => [_id, email])), [invites]);

  return (entry) => {
    const { actor, subject, details } = entry;
    const { from = 'unassigned', to = 'unassigned', fields = [], call = '' } = details;
    const named = exportOf(details);
    const nameOf = (field: string) =>
      t.has(`fields.${field}` as 'fields.name') ? t(`fields.${field}` as 'fields.name') : field;
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
      entries: details.entries ?? 0,
      date: formats.date(details.date ?? ''),
      receiver: details.receiver?.name ?? t('somebody'),
      factor: details.factor ? t(`factors.${details.factor}`) : '',
      what: named ? t(`exports.${named}`) : call,
      call,
    });
  };
}
