import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { openByKey } from '#web/ui/keys/key-buffer.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';

/** @returns the button that creates a record, which the key C presses too. */
export function useCreateButton(label: string, onCreate: () => void) {
  useShortcut('c', label, () => openByKey(onCreate));
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={onCreate}>
      {label}
    </Button>
  );
}
