import { useEffectEvent, useLayoutEffect } from 'react';
import { useReceivesKeys } from '#web/ui/frame/panel-stack.ts';

const openCalendar = '[data-mantine-stop-propagation=true]';

/** Makes Escape leave a step of a panel's foot, before it would close the panel. */
export function useStepBack(onBack: () => void): void {
  const hasKeys = useReceivesKeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isInCalendar = event.target instanceof Element && event.target.closest(openCalendar);
    if (event.key !== 'Escape' || !hasKeys() || isInCalendar || document.querySelector('[role=dialog]'))
      return;
    event.preventDefault();
    onBack();
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
