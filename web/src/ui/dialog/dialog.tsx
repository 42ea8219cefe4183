import {
  ModalBase,
  ModalBaseBody,
  ModalBaseCloseButton,
  ModalBaseContent,
  ModalBaseOverlay,
  ModalBaseTitle,
} from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { lastField, returnToPlace } from '#web/ui/keys/focus-place.ts';
import { handOverTyped } from '#web/ui/keys/typed-ahead.ts';
import classes from './dialog.module.css';

type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Maximum width in pixels. */
  size?: number;
  opened?: boolean;
  /** Full screen on a phone; for anything longer than a question. */
  isTall?: boolean;
  /** Another dialog is open above this one and has Escape and the focus. */
  isCovered?: boolean;
  /** The content has its own padding. */
  isFlush?: boolean;
};

/** What Escape closes before the dialog: an open list or calendar. */
const openInside = CSS.supports('selector(select:open)')
  ? '[data-mantine-stop-propagation=true], select:open'
  : '[data-mantine-stop-propagation=true]';

/**
 * A modal with a close button. Mark the first element to focus with `data-autofocus`. On closing, the focus returns to
 * where it was. The header is no `<header>`, which would be another banner landmark.
 */
export function Dialog(props: DialogProps) {
  const { opened = true, isTall, isCovered, isFlush, title, size = 440, onClose, children } = props;
  const t = useTranslations('ui');
  const isPhone = useIsPhone();

  // Mantine closes on any Escape, also one that closes an open list or calendar inside. Captured, because the inner
  // handlers may remove the focused element.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || !opened || isCovered) return;
    const isInner = event.target instanceof Element && event.target.closest(openInside);
    if (!isInner) onClose();
  };
  useWindowEvent('keydown', closeOnEscape, { capture: true });

  useFocusReturn(opened, isCovered);

  const isFull = isTall && isPhone;
  return (
    <ModalBase
      opened={opened}
      onClose={onClose}
      withinPortal
      lockScroll
      closeOnClickOutside
      closeOnEscape={false}
      trapFocus={!isCovered}
      returnFocus={false}
      transitionProps={{ transition: 'fade', duration: 140, timingFunction: 'ease-out' }}
      zIndex={200}
    >
      <ModalBaseOverlay backgroundOpacity={0.45} />
      <ModalBaseContent
        // Mantine adds the title as its name only after the first paint.
        aria-label={title}
        className={classes.content}
        innerProps={{ className: classes.inner }}
        data-full={isFull || undefined}
        style={{ '--dialog-width': `${size}px` }}
      >
        <div className={classes.header}>
          <ModalBaseTitle className={classes.title}>{title}</ModalBaseTitle>
          <ModalBaseCloseButton aria-label={t('close')} iconSize={18} />
        </div>
        <ModalBaseBody className={isFlush ? classes.flush : classes.body}>{children}</ModalBaseBody>
      </ModalBaseContent>
    </ModalBase>
  );
}

/** Mantine returns the focus only from a modal that stays mounted, and to the first field of one that was covered. */
function useFocusReturn(opened: boolean, isCovered = false) {
  const typedIn = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (!opened) return;
    setTimeout(handOverTyped, 20);
    return () => void setTimeout(returnToPlace);
  }, [opened]);
  useEffect(() => {
    if (isCovered) {
      typedIn.current = lastField();
      return;
    }
    const field = typedIn.current;
    typedIn.current = undefined;
    if (field) setTimeout(() => field.focus({ preventScroll: true }));
  }, [isCovered]);
}
