import { Button } from '@mantine/core';
import { useSingleKeys } from '#web/ui/keys/keys.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import classes from './key-button.module.css';

type KeyButtonProps = {
  /** Its key, as the browser names it. */
  shortcut: string;
  label: string;
  isMain?: boolean;
  disabled?: boolean;
  onPress: () => void;
};

export function KeyButton({ shortcut, label, isMain = false, disabled = false, onPress }: KeyButtonProps) {
  const [singleKeys] = useSingleKeys();
  useShortcut(shortcut, label, () => {
    if (!disabled) onPress();
  });
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      className={classes.button}
      classNames={{ label: classes.label }}
      disabled={disabled}
      onClick={onPress}
      aria-keyshortcuts={shortcut}
    >
      {label}
      {singleKeys && (
        <kbd className={classes.key} aria-hidden>
          {shortcut}
        </kbd>
      )}
    </Button>
  );
}
