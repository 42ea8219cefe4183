import { type RefObject, useEffect, useRef, useState } from 'react';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import { useStepBack } from './use-step-back.ts';

export const logKey = 'l';

export type KeyMode = {
  isOn: boolean;
  end: () => void;
  outcomes: RefObject<HTMLDivElement | null>;
};

/**
 * Gives outcomes their digits only after a key has asked for them, and for one press: the focus stands among them until then. A digit
 * that is pressed at a lead that has just been opened, or a phone number that is typed into no field, logs nothing.
 */
export function useKeyMode(label: string): KeyMode {
  const [isOn, setOn] = useState(false);
  const outcomes = useRef<HTMLDivElement>(null);
  const from = useRef<HTMLElement>(null);
  const end = () => {
    if (!isOn) return;
    setOn(false);
    from.current?.focus({ preventScroll: true });
  };
  useShortcut(logKey, label, () => {
    const first = outcomes.current?.querySelector<HTMLElement>('[data-outcome]:not(:disabled)');
    if (!first || isOn) return;
    from.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    first.focus({ preventScroll: true });
    setOn(true);
  });
  useStepBack(isOn ? end : undefined);
  useEffect(() => {
    const box = outcomes.current;
    if (!isOn || !box) return;
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) setOn(false);
    };
    box.addEventListener('focusout', leave);
    return () => box.removeEventListener('focusout', leave);
  }, [isOn]);
  return { isOn, end, outcomes };
}
