import { IconArrowUp } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import classes from './new-rows.module.css';

type NewRowsProps = {
  count: number;
  onShow: () => void;
};

export function NewRows({ count, onShow }: NewRowsProps) {
  return (
    <div role="status" className={classes.place}>
      {count > 0 && <ShowButton count={count} onShow={onShow} />}
    </div>
  );
}

function ShowButton({ count, onShow }: NewRowsProps) {
  const t = useTranslations('ui');
  useShortcut('n', t('shortcutNew'), onShow);
  return (
    <button type="button" className={classes.show} onClick={onShow}>
      <IconArrowUp size={14} stroke={2} aria-hidden />
      {t('newRows', { count })}
    </button>
  );
}
