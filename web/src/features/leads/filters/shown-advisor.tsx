import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';

const storageKey = 'advisorColumn';
const listeners = new Set<() => void>();
const isShown = () => localStorage.getItem(storageKey) === 'shown';

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether lists show advisors: always on a phone, else as this browser remembers. */
export function useShownAdvisor(): boolean {
  const isPhone = useIsPhone();
  return useSyncExternalStore(subscribe, isShown) || isPhone;
}

export function AdvisorSwitch() {
  const t = useTranslations('leadWork');
  const shown = useShownAdvisor();
  const isPhone = useIsPhone();
  const turn = () => {
    if (shown) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'shown');
    for (const listener of listeners) listener();
  };
  if (isPhone) return null;
  return (
    <Button
      variant={shown ? 'light' : 'default'}
      leftSection={<IconUserCheck size={16} stroke={1.75} />}
      aria-pressed={shown}
      onClick={turn}
    >
      {t('showAdvisor')}
    </Button>
  );
}
