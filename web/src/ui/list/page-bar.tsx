import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { defaultPageSize } from '#contract/business.ts';
import classes from './page-bar.module.css';

type PageBarProps = {
  page: number;
  totalPages: number | undefined;
  totalRows: number | undefined;
  size?: number;
  isTotalCapped?: boolean;
  onPage: (page: number) => void;
};

/** Shows below a list 'Show X to Y of Z entries' and the pages; nothing below an empty one, which says so itself. */
export function PageBar({
  page,
  totalPages,
  totalRows,
  size = defaultPageSize,
  isTotalCapped,
  onPage,
}: PageBarProps) {
  const t = useTranslations('ui');
  if (totalPages === undefined || totalRows === undefined) return null;
  const from = (page - 1) * size + 1;
  if (from > totalRows) return null;
  const to = Math.min(page * size, totalRows);
  return (
    <div className={classes.bar}>
      <p className={classes.entries}>
        {t('entries', { from, to, total: totalRows, more: isTotalCapped ? '+' : '' })}
      </p>
      {totalPages > 1 && (
        <nav className={classes.pages} aria-label={t('pages')}>
          <ActionIcon aria-label={t('previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={18} stroke={1.75} />
          </ActionIcon>
          {listPageNumbers(page, totalPages).map((number) =>
            number < 0 ? (
              <span key={number} className={classes.gap} aria-hidden>
                …
              </span>
            ) : (
              <button
                key={number}
                type="button"
                className={classes.page}
                aria-label={t('page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {number}
              </button>
            ),
          )}
          <ActionIcon
            aria-label={t('nextPage')}
            disabled={page >= totalPages}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={18} stroke={1.75} />
          </ActionIcon>
        </nav>
      )}
    </div>
  );
}

const slots = 7;

/** @returns up to seven page numbers: the ends, the present page and its neighbours; negative ones are gaps. */
export function listPageNumbers(page: number, totalPages: number): number[] {
  if (totalPages <= slots) return between(1, totalPages);
  if (page <= 4) return [...between(1, 5), -1, totalPages];
  if (page >= totalPages - 3) return [1, -1, ...between(totalPages - 4, totalPages)];
  return [1, -1, page - 1, page, page + 1, -2, totalPages];
}

function between(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_number, at) => from + at);
}
