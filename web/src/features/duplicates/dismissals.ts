import { useTranslations } from 'use-intl';
import { type DuplicatePair, dismissDuplicate, restoreDuplicate } from '#contract/duplicates.ts';
import { mutate, mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { statusBar } from '#web/ui/feedback/status-bar.tsx';
import { useToastedMutation, useUndoable } from '#web/ui/feedback/use-undoable.ts';
import { useDescribePair } from './pair-text.tsx';

/** @returns functions that dismiss a pair, with an offer to undo it, and take a dismissal back; each says what fails. */
export function useDismissDuplicate() {
  const t = useTranslations('duplicates');
  const nameOf = useDescribePair();
  const restoring = useToastedMutation({
    act: (id: string) => mutateAndRefetch(restoreDuplicate, { params: { id } }),
  });
  const restore = (id: string) => {
    statusBar.hide('undo');
    return restoring.run(id);
  };
  const dismissing = useUndoable({
    async act(dismissed: { pair: DuplicatePair; undo: () => Promise<unknown> }) {
      await mutate(dismissDuplicate, { params: { id: dismissed.pair._id } });
      return dismissed;
    },
    line: ({ pair }) => t('notSameOf', { pair: nameOf(pair) }),
    undo: ({ undo }) => undo(),
  });
  return {
    isBusy: dismissing.isPending || restoring.isPending,
    restoring: restoring.isPending ? restoring.variables : undefined,
    restore,
    dismiss: (pair: DuplicatePair, undo: () => Promise<unknown> = () => restore(pair._id)) =>
      dismissing.run({ pair, undo }),
  };
}
