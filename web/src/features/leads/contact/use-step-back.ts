import { useEffectEvent, useLayoutEffect } from 'react';
import { useReceivesKeys } from '#web/ui/frame/panel-stack.ts';

const openCalendar = '[data-mantine-stop-propagation=true]';

/** Makes Escape leave a step of a panel's foot, before it would close the panel; without `onBack` there is no step to leave. */
export function useStepBack(onBack: (() => void) | undefined): void {
  const hasKeys = useReceivesKeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isInCalendar = event.target instanceof Element && event.target.closest(openCalendar);
    const isElsewhere = !hasKeys() || isInCalendar || document.querySelector('[role=dialog]') !== null;
    if (event.key !== 'Escape' || !onBack || isElsewhere) return;
    event.preventDefault();
    onBack();
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
