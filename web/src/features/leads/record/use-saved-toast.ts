import { useCallback } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { undoToast } from '#web/ui/feedback/undo-toast.tsx';
import { useUndoLeadChange } from './leads.queries.ts';

export function useSavedToast(): (saved: Lead) => void {
  const t = useTranslations('leads');
  const status = useTranslations('leadStatus');
  const errorText = useErrorText();
  const { mutateAsync } = useUndoLeadChange();
  return useCallback(
    ({ _id: id, version }) => {
      const undo = async () => {
        try {
          await mutateAsync({ id, version });
          toast.success(status('undone'));
        } catch (error) {
          toast.error(errorText(error));
        }
      };
      undoToast(t('updated'), t('undo'), () => void undo());
    },
    [t, status, errorText, mutateAsync],
  );
}
