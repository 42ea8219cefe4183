import { Button } from '@mantine/core';
import classes from './key-button.module.css';
import { useSingleKeys } from './keys.ts';
import { useShortcut } from './shortcuts.tsx';

type KeyButtonProps = {
  /** Its key, as the browser names it. */
  shortcut: string;
  label: string;
  isMain?: boolean;
  disabled?: boolean;
  onPress: () => void;
};

/** A button with a single key, which works while it is on screen. */
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
