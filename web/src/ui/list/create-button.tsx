import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { startKeyBuffer } from '#web/ui/keys/key-buffer.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';

const longestOpening = 2_000;

export function useCreateButton(label: string, onCreate: () => void) {
  useShortcut('c', label, () => {
    startKeyBuffer(longestOpening);
    onCreate();
  });
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={onCreate}>
      {label}
    </Button>
  );
}
