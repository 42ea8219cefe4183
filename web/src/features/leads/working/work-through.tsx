import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useStartWork, type WorklistQuery } from './worklist.ts';

type WorkThroughProps<Key extends QueryKey> = {
  /** Whose leads, for screen readers. */
  name?: string;
  worklist: WorklistQuery<Key>;
  /** The screen on which the run goes on, where it is another. */
  url?: Record<string, unknown>;
  size?: 'compact-md';
};

/** Starts on the leads of a list. */
export function WorkThrough<Key extends QueryKey>({ name, worklist, url, size }: WorkThroughProps<Key>) {
  const t = useTranslations('working');
  const { start, isStarting } = useStartWork(worklist, url);
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
      aria-label={name && t('throughOf', { name })}
      loading={isStarting}
      onClick={start}
    >
      {t('through')}
    </Button>
  );
}
