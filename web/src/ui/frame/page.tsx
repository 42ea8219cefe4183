import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import classes from './page.module.css';
import { PrintedHead } from './printed-head.tsx';

type PageProps = {
  title: string;
  total?: number;
  isTotalCapped?: boolean;
  action?: ReactNode;
  tabs?: ReactNode;
  filters?: ReactNode;
  children: ReactNode;
};

/** Frames every main screen, and names the browser's tab. */
export function Page({ title, total, isTotalCapped = false, action, tabs, filters, children }: PageProps) {
  const t = useTranslations('ui');
  useEffect(() => {
    document.title = `${title} · Pitlane`;
  }, [title]);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>
          {title}
          {total !== undefined && total > 0 && (
            <span className={classes.total}>
              {' '}
              {t('total', { count: total, more: isTotalCapped ? '+' : '' })}
            </span>
          )}
        </h1>
        {action}
      </header>
      <PrintedHead />
      {tabs && <div className={classes.tabs}>{tabs}</div>}
      {filters}
      {children}
    </div>
  );
}
