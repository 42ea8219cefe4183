import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { offerUndo } from '#web/ui/feedback/status-bar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useLeadMutation } from './leads.queries.ts';

export function useSavedToast(): (saved: Lead) => void {
  const t = useTranslations('leads');
  const status = useTranslations('leadStatus');
  const errorText = useErrorText();
  const { mutateAsync } = useLeadMutation(undoLeadChange);
  return useCallback(
    ({ _id: id, name, version }) => {
      const undo = async () => {
        try {
          await mutateAsync({ params: { id }, body: { version } });
          toast.success(status('undone'));
        } catch (error) {
          toast.error(errorText(error));
        }
      };
      toast.success(t('updated'));
      offerUndo(t('updatedOne', { name }), () => void undo());
    },
    [t, status, errorText, mutateAsync],
  );
}
