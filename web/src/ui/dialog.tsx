import { Modal, type ModalProps } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useWindowEvent } from '@mantine/hooks';
import { useTranslations } from 'use-intl';
import classes from './dialog.module.css';
import { useIsPhone } from './use-is-phone.ts';

type DialogProps = Pick<ModalProps, 'title' | 'onClose' | 'size' | 'children'> & {
  opened?: boolean;
  /** Fills the screen on a phone; for anything longer than a question. */
  isTall?: boolean;
  /** Another dialog lies above this one: Escape and the focus are its. */
  isCovered?: boolean;
  /** The content reaches the edges and brings its own padding. */
  isFlush?: boolean;
};

/** What an Escape closes before the dialog: an open list or calendar. */
const openInside = CSS.supports('selector(select:open)')
  ? '[data-mantine-stop-propagation=true], select:open'
  : '[data-mantine-stop-propagation=true]';

/** A modal with a named close button. Give the element that shall have the focus first `data-autofocus`. */
export function Dialog({ opened = true, isTall, isCovered, isFlush, ...rest }: DialogProps) {
  const t = useTranslations('ui');
  const isPhone = useIsPhone();

  // Mantine closes on any Escape; one that closes an open list or calendar inside must not take the dialog with it. Before
  // the inner handlers run, for after them the element that was in focus may be gone.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || !opened || isCovered) return;
    const isInner = event.target instanceof Element && event.target.closest(openInside);
    if (!isInner) rest.onClose();
  };
  useWindowEvent('keydown', closeOnEscape, { capture: true });

  return (
    <Modal
      opened={opened}
      centered
      transitionProps={{ transition: 'fade', duration: 140, timingFunction: 'ease-out' }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      fullScreen={isTall && isPhone}
      radius={isTall && isPhone ? 0 : 8}
      classNames={{
        header: classes.header,
        title: classes.title,
        body: isFlush ? classes.flush : classes.body,
      }}
      closeButtonProps={{ 'aria-label': t('close'), iconSize: 18 }}
      closeOnEscape={false}
      trapFocus={!isCovered}
      {...rest}
    />
  );
}
