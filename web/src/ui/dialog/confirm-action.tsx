import { useMutation } from '@tanstack/react-query';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

type ConfirmActionProps<Done> = Omit<ConfirmDialogProps, 'isBusy' | 'onConfirm' | 'onCancel'> & {
  act: () => Promise<Done>;
  onDone?: (done: Done) => void;
  onClose: () => void;
};

/** A question before `act`. Closes once that is done or has failed, which a toast says. */
export function ConfirmAction<Done>({ act, onDone, onClose, ...question }: ConfirmActionProps<Done>) {
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onError: (error) => toast.error(errorText(error)),
    onSettled: onClose,
  });
  return <ConfirmDialog {...question} isBusy={isPending} onConfirm={() => mutate()} onCancel={onClose} />;
}
