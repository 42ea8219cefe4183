import { useTranslations } from 'use-intl';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { useLeadMutation } from './leads.queries.ts';

export function useSavedToast(): (saved: Lead) => void {
  const t = useTranslations('leads');
  const status = useTranslations('leadStatus');
  const { mutateAsync } = useLeadMutation(undoLeadChange);
  return useUndoOffer({
    done: () => t('updated'),
    line: ({ name }: Lead) => t('updatedOne', { name }),
    undo: ({ _id: id, version }) => mutateAsync({ params: { id }, body: { version } }),
    undone: () => status('undone'),
  });
}
