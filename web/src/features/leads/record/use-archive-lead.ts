import { useTranslations } from 'use-intl';
import { archiveLead, type Lead } from '#contract/leads/leads.ts';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { useLeadMutation } from './leads.queries.ts';

/** @returns a function that asks before a lead is archived, which can be undone, or taken back out of the archive. */
export function useArchiveLead(): (lead: Lead, isDeletion?: boolean) => void {
  const t = useTranslations('leads');
  const archive = useLeadMutation(archiveLead);
  return ({ _id: id, name, isActive: wasActive }, isDeletion = false) => {
    const change = isDeletion ? 'delete' : wasActive ? 'archive' : 'unarchive';
    const set = (isActive: boolean) => archive.mutateAsync({ params: { id }, body: { isActive } });
    confirm({
      title: t('confirmTitle'),
      text: t(`${change}.ask`),
      confirm: t(`${change}.confirm`),
      isDestructive: isDeletion,
      act: () => set(change === 'unarchive'),
      done: () => t(`${change}.done`, { name }),
      line: () => t(`${change}.line`, { name }),
      undo: () => set(change !== 'unarchive'),
    });
  };
}
