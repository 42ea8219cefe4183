import { IconArrowUp } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import classes from './new-rows.module.css';

type NewRowsProps = {
  count: number;
  isReordered?: boolean;
  onShow: () => void;
};

/** Says how many new rows wait while the list must not move, with a button that shows them; nothing if none wait. */
export function NewRowsNotice(props: NewRowsProps) {
  return (
    <div role="status" className={classes.place}>
      {(props.count > 0 || props.isReordered) && <ShowButton {...props} />}
    </div>
  );
}

function ShowButton({ count, onShow }: NewRowsProps) {
  const t = useTranslations('ui');
  useShortcut('n', t('shortcutNew'), onShow);
  return (
    <button type="button" className={classes.show} onClick={onShow}>
      <IconArrowUp size={14} stroke={2} aria-hidden />
      {count > 0 ? t('newRows', { count }) : t('reorderedRows')}
    </button>
  );
}
