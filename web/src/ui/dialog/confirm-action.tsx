import { useUndoable } from '#web/ui/feedback/use-undoable.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

/** A question before an action: its texts, what `act` does, and how to undo it. */
export type Question<Done> = Omit<ConfirmDialogProps, 'isBusy' | 'onConfirm' | 'onCancel'> & {
  act: () => Promise<Done>;
  onDone?: (done: Done) => void;
} & Outcome<Done>;

// For the toasts, and for the line that offers to undo it, if it can be undone.
type Outcome<Done> = {
  done?: (done: Done) => string;
  line?: (done: Done) => string;
  undo?: (done: Done) => Promise<unknown>;
  undone?: () => string;
  failed?: (why: string) => string;
};

type ConfirmActionProps<Done> = Question<Done> & { onClose: () => void };

/** Asks before `act`. The question closes once that is done or has failed, which a toast says. */
export function ConfirmAction<Done>(props: ConfirmActionProps<Done>) {
  const { act, onDone, done, line, undo, undone, failed, onClose, ...question } = props;
  const acting = useUndoable({
    async act(_input: undefined) {
      const did = await act();
      onDone?.(did);
      return did;
    },
    done,
    line: (did) => line?.(did),
    undo: async (did) => undo?.(did),
    undone,
    failed,
  });
  return (
    <ConfirmDialog
      {...question}
      isBusy={acting.isPending}
      onConfirm={() => void acting.run(undefined).then(onClose)}
      onCancel={onClose}
    />
  );
}
