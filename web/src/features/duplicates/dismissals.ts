import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type DuplicatePair, dismissDuplicate, restoreDuplicate } from '#contract/duplicates.ts';
import { mutate, mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { offerUndo, statusBar } from '#web/ui/feedback/status-bar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useDescribePair } from './pair-text.tsx';

/** @returns how to say that a pair is not the same, with an offer to undo it, and to take it back; which says what fails. */
export function useDismissDuplicate() {
  const t = useTranslations('duplicates');
  const nameOf = useDescribePair();
  const errorText = useErrorText();
  const onError = (error: unknown) => void toast.error(errorText(error));
  const dismissing = useMutation({
    mutationFn: ({ _id: id }: DuplicatePair) => mutate(dismissDuplicate, { params: { id } }),
    onError,
  });
  const restoring = useMutation({
    mutationFn: (id: string) => mutateAndRefetch(restoreDuplicate, { params: { id } }),
    onError,
  });
  const restore = async (id: string) => {
    statusBar.hide('undo');
    return restoring.mutateAsync(id).then(
      () => true,
      () => false,
    );
  };
  return {
    isBusy: dismissing.isPending || restoring.isPending,
    restoring: restoring.isPending ? restoring.variables : undefined,
    restore,
    async dismiss(pair: DuplicatePair, undo: () => unknown = () => restore(pair._id)): Promise<boolean> {
      const isSaid = await dismissing.mutateAsync(pair).then(
        () => true,
        () => false,
      );
      if (isSaid) offerUndo(t('notSameOf', { pair: nameOf(pair) }), undo);
      return isSaid;
    },
  };
}
