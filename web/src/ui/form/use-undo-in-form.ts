import { useEffect, useRef } from 'react';
import { offerUndo } from '#web/ui/feedback/status-bar.tsx';

/** Returns a function that offers to undo what a form shows and has not saved. The offer goes with the form. */
export function useUndoInForm(): (text: string, undo: () => void) => void {
  const withdraw = useRef<() => void>(undefined);
  useEffect(() => () => withdraw.current?.(), []);
  return (text, undo) => {
    withdraw.current = offerUndo(text, undo);
  };
}
