import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { LoadingDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { clearKeyBuffer, startKeyBuffer } from '#web/ui/keys/key-buffer.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import classes from './find.module.css';
import type { FindScope } from './find-items.ts';
import { findPaletteState, useFindPaletteState } from './find-state.ts';

const close = () => {
  clearKeyBuffer();
  findPaletteState.close();
};

const FindPalette = lazyPart(() => import('./find-palette.tsx'), 'FindPalette', {
  failed: (_props, failure) => (
    <LoadingDialog title="find.title" fields={0} failure={failure} onClose={close} />
  ),
});

const open = () => {
  if (!FindPalette.isLoaded()) startKeyBuffer();
  findPaletteState.open();
};

/** Shows the field of the header, and the palette that Ctrl or ⌘ K and `/` open as well. */
export function FindBox(props: FindScope) {
  const t = useTranslations('find');
  const { isOpen } = useFindPaletteState();
  useShortcut('/', t('title'), open);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={classes.field}
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void FindPalette.preload().catch(() => undefined)}
        onFocus={() => void FindPalette.preload().catch(() => undefined)}
        onClick={open}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={classes.label}>{t('title')}</span>
        <kbd className={classes.key} aria-hidden>
          {navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && <FindPalette {...props} />}
    </>
  );
}

/** The button that opens Find, where there is no room for its field. */
export function FindButton() {
  const t = useTranslations('find');
  return <IconButton label={t('title')} icon={<IconSearch size={18} stroke={1.75} />} onClick={open} />;
}
