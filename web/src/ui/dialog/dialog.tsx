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
import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { getLastField, restoreFocus } from '#web/ui/keys/focus-return.ts';
import { flushKeysIntoDialog } from '#web/ui/keys/key-buffer.ts';
import { IsDialogCovered } from './covered.ts';
import classes from './dialog.module.css';

type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: number;
  isTall?: boolean;
  isCovered?: boolean;
  isFlush?: boolean;
};

const openInside = CSS.supports('selector(select:open)')
  ? '[data-mantine-stop-propagation=true], select:open'
  : '[data-mantine-stop-propagation=true]';

/**
 * Shows a modal with a close button. `data-autofocus` marks the first element to focus; closing returns the focus. Its header is no
 * `<header>`, which would be another banner landmark.
 */
export function Dialog(props: DialogProps) {
  const { isTall, isFlush, title, size = 440, onClose, children } = props;
  const isBelow = useContext(IsDialogCovered);
  const isCovered = props.isCovered || isBelow;
  const t = useTranslations('ui');
  const isPhone = useIsPhone();

  // Mantine closes on any Escape, also one for an open list or calendar inside. Captured, as inner handlers may remove
  // the focused element.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || isCovered) return;
    if (event.target instanceof Element && event.target.closest(openInside)) return;
    // One Escape closes one thing: the focus is behind the dialog until it has come up.
    event.preventDefault();
    onClose();
  };
  useWindowEvent('keydown', closeOnEscape, { capture: true });

  useFocusReturn(isCovered);

  const isFull = isTall && isPhone;
  return (
    <ModalBase
      opened
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
        // Mantine names it by the title only after the first paint.
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

function useFocusReturn(isCovered = false) {
  const typedIn = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    const stop = flushKeysIntoDialog();
    return () => {
      stop();
      setTimeout(restoreFocus);
    };
  }, []);
  useEffect(() => {
    if (isCovered) {
      typedIn.current = getLastField();
      return;
    }
    const field = typedIn.current;
    typedIn.current = undefined;
    if (field) setTimeout(() => field.focus({ preventScroll: true }));
  }, [isCovered]);
}
