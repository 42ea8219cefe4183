import { Button } from '@mantine/core';
import classes from './key-button.module.css';
import { useSingleKeys } from './keys.ts';
import { useShortcut } from './shortcuts.tsx';

type KeyButtonProps = {
  shortcut: string;
  label: string;
  isMain?: boolean;
  isSmall?: boolean;
  isPressed?: boolean;
  disabled?: boolean;
  onPress: () => void;
};

export function KeyButton(props: KeyButtonProps) {
  const { shortcut, label, isMain = false, isSmall = false, disabled = false, isPressed, onPress } = props;
  const [singleKeys] = useSingleKeys();
  useShortcut(shortcut, label, () => {
    if (!disabled) onPress();
  });
  return (
    <Button
      variant={isMain ? 'filled' : isPressed ? 'light' : 'default'}
      aria-pressed={isPressed}
      size={isSmall ? 'xs' : undefined}
      className={isSmall ? undefined : classes.button}
      classNames={{ label: isSmall ? classes.smallLabel : classes.label }}
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
