import { type ReactNode, useState } from 'react';
import { useStableWhilePressed } from '#web/lib/browser/press.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';

/**
 * Returns what a field shows of a value that can be typed in several ways: what is being typed, and once it was left or Enter was
 * pressed, the value as it is written.
 *
 * @param value the form's. @param written the same as it is shown.
 */
export function useTypedText(value: string, written: string) {
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  const isTyping = typed !== undefined && typed.value === value;
  return {
    text: isTyping ? typed.text : written,
    isTyping,
    type: (text: string, read: string) => setTyped({ text, value: read }),
    leave: () => setTyped(undefined),
  };
}

/**
 * Returns the error of such a field: its own where the value is none, or the form's, once it was left; it moves nothing that is being
 * pressed.
 */
export function useTypedError(
  isTyping: boolean,
  isValue: boolean,
  fault: string,
  error: ReactNode,
): ReactNode {
  const text = useContractText();
  return useStableWhilePressed(isTyping ? undefined : error || (isValue ? undefined : text(fault)));
}
