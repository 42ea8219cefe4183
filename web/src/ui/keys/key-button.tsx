import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { openByKey } from './key-buffer.ts';
import classes from './key-button.module.css';
import { useSingleKeys } from './keys.ts';
import { useShortcut } from './shortcuts.tsx';

type KeyButtonProps = {
  // Without it, the button has no key for now.
  shortcut: string | undefined;
  label: string;
  isMain?: boolean;
  isSmall?: boolean;
  isPressed?: boolean;
  disabled?: boolean;
  opensForm?: boolean;
  'data-outcome'?: string;
  onPress: () => void;
  // Shown in place of the label, which it says.
  children?: ReactNode;
};

/** Shows a button with the key that presses it, while it is on screen. `opensForm`: what is typed after the key goes into that form. */
export function KeyButton(props: KeyButtonProps) {
  const {
    shortcut,
    label,
    isMain = false,
    isSmall = false,
    disabled = false,
    isPressed,
    opensForm = false,
    onPress,
    children,
  } = props;
  const [singleKeys] = useSingleKeys();
  const onKey = () => {
    if (disabled) return;
    if (opensForm) openByKey(onPress);
    else onPress();
  };
  useShortcut(shortcut ?? '', label, shortcut === undefined ? undefined : onKey);
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
      data-outcome={props['data-outcome']}
    >
      {children ?? label}
      {singleKeys && shortcut !== undefined && (
        <kbd className={classes.key} aria-hidden>
          {shortcut}
        </kbd>
      )}
    </Button>
  );
}
