import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { mergeLimits } from '#contract/business.ts';
import { isOpenStatus } from '#contract/leads/lead-lists.ts';
import type { LeadMerge, OtherLead } from '#contract/leads/lead-panel.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { useUndoLeadMerge } from '#web/features/leads/merge/use-merge-leads.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { isLeadChangeable, useMayMergeLeads } from '#web/features/leads/record/may-change.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { statusBar } from '#web/ui/feedback/status-bar.tsx';
import classes from './lead-panel-body.module.css';

/** Says in a lead's panel who joined how many leads with it, with Undo. */
export function MergedLeadsLine({ merge }: { merge: LeadMerge }) {
  const t = useTranslations('mergeLeads');
  const formats = useFormats();
  const undo = useUndoLeadMerge();
  const { by, at, leads } = merge;
  return (
    <div className={classes.line}>
      <p>{t('byWhen', { name: by.name, count: leads.length, moment: formats.moment(at) })}</p>
      <Button size="xs" variant="default" loading={undo.isPending} onClick={() => void undo.run(merge._id)}>
        {t('undo')}
      </Button>
    </div>
  );
}

/** Offers to merge the customer's open leads, while the lead itself is one. */
export function MergeSuggestion({ lead, others }: { lead: Lead; others: readonly OtherLead[] }) {
  const t = useTranslations('mergeLeads');
  const { openDialog } = useDialogs();
  const mayMerge = useMayMergeLeads();
  const isOpen = ({ isActive, status }: Pick<Lead, 'isActive' | 'status'>) =>
    isActive && isOpenStatus(status);
  const openOnes = others.filter(isOpen);
  if (!mayMerge || !isOpen(lead) || !isLeadChangeable(lead) || openOnes.length === 0) return null;
  const ids = [lead, ...openOnes].map(({ _id }) => _id).slice(0, mergeLimits.leads);
  return (
    <div className={classes.line}>
      <p>{t('otherOpen', { count: openOnes.length })}</p>
      <Button size="xs" variant="default" onClick={() => openDialog('leads.merge', ids.join('.'))}>
        {t('action')}
      </Button>
    </div>
  );
}

/** Goes on to the lead that this one was merged into, and says so; stays where that is out of sight. */
export function useFollowMergedLead(
  lead: Lead | undefined,
  onMoved: ((id: string) => void) | undefined,
): void {
  const t = useTranslations('mergeLeads');
  const client = useQueryClient();
  const follow = useEffectEvent((into: string) => {
    if (!onMoved) return;
    statusBar.showBriefly({ id: 'landed', text: t('landed') });
    onMoved(into);
  });
  const into = lead?.mergedInto;
  useEffect(() => {
    if (!into) return;
    let isHere = true;
    client.fetchQuery({ ...leadQuery(into), retry: false }).then(
      () => isHere && follow(into),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [client, into]);
}
