import { useMutation } from '@tanstack/react-query';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { offerUndo } from './status-bar.tsx';
import { toast } from './toast.ts';

type ToastedMutation<Input, Done> = {
  act: (input: Input) => Promise<Done>;
  done?: (done: Done) => string;
  failed?: (why: string) => string;
};

/**
 * Makes a mutation whose outcome or refusal a toast says.
 *
 * @returns `run`, which writes the input and resolves to whether it was done, and the mutation's `isPending` and `variables`.
 */
export function useToastedMutation<Input, Done>({ act, done, failed }: ToastedMutation<Input, Done>) {
  const { mutateAsync, isPending, variables } = useMutation({ mutationFn: act });
  const say = useOutcomeToast();
  return { run: (input: Input) => say(mutateAsync(input), done, failed), isPending, variables };
}

type UndoOffer<Done, Undone> = {
  undo: (done: Done) => Promise<Undone>;
  done?: (done: Done) => string;
  line: (done: Done) => string | undefined;
  undone?: (undone: Undone) => string;
  failed?: (why: string) => string;
};

/**
 * Makes what says that something was done, and offers for 10 seconds to undo it. For a write whose refusal its form says; else
 * {@link useUndoable}.
 *
 * @param line what the offer says; undefined makes none.
 */
export function useUndoOffer<Done, Undone>(offer: UndoOffer<Done, Undone>): (done: Done) => void {
  const say = useOutcomeToast();
  return (did) => {
    if (offer.done) toast.success(offer.done(did));
    const line = offer.line(did);
    if (line !== undefined) offerUndo(line, () => void say(offer.undo(did), offer.undone, offer.failed));
  };
}

/**
 * Makes a mutation that can be undone; toasts say what came of it and of undoing it.
 *
 * @returns `run`, which writes the input and resolves to whether it was done, and `isPending`.
 */
export function useUndoable<Input, Done, Undone>({
  act,
  ...offer
}: UndoOffer<Done, Undone> & { act: (input: Input) => Promise<Done> }) {
  const { mutateAsync, isPending } = useMutation({ mutationFn: act });
  const say = useOutcomeToast();
  const offerToUndo = useUndoOffer(offer);
  const run = (input: Input) => say(mutateAsync(input).then(offerToUndo), undefined, offer.failed);
  return { run, isPending };
}

function useOutcomeToast() {
  const errorText = useErrorText();
  return <Done>(
    doing: Promise<Done>,
    done?: (done: Done) => string,
    failed = (why: string) => why,
  ): Promise<boolean> =>
    doing.then(
      (did) => {
        if (done) toast.success(done(did));
        return true;
      },
      (error: unknown) => {
        toast.error(failed(errorText(error)));
        return false;
      },
    );
}
