import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';

/** @returns the button that adds a record, also by `c`. */
export function useCreateButton(label: string, onCreate: () => void) {
  useShortcut('c', label, onCreate);
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={onCreate}>
      {label}
    </Button>
  );
}
