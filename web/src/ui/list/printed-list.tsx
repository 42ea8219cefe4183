import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ListPage, readWholeList } from '#web/lib/api/endpoint-query.ts';
import { usePrinting } from '#web/lib/browser/printing.ts';

const mostPrinted = 500;

type PrintedListData<Row> = { rows: Row[] | undefined; filters: string[] };

/** @returns what a list prints instead of its page; undefined on screen, and where a record beside the list is printed. */
export function usePrintedList<Row>(shown: ListPage<Row> | undefined): PrintedListData<Row> | undefined {
  const client = useQueryClient();
  const since = usePrinting();
  const [printed, setPrinted] = useState<PrintedListData<Row>>();
  useLayoutEffect(() => {
    const isList = since !== undefined && !document.querySelector('[data-side-panel]');
    if (!isList || !shown) return setPrinted(undefined);
    const rows = shown.totalPages > 1 ? readWholeList(client, shown, mostPrinted) : shown.rows;
    setPrinted({ rows, filters: filtersInWords() });
  }, [since, shown, client]);
  return printed;
}

type PrintedListProps = {
  printed: PrintedListData<unknown>;
  shown: ListPage<unknown>;
  children: ReactNode;
};

/** Shows the rows of all pages with the filters above, and how many are left out. */
export function PrintedList({ printed: { rows, filters }, shown, children }: PrintedListProps) {
  const t = useTranslations('ui.printed');
  const { total, totalPages, isTotalCapped } = shown;
  const isCut = rows !== undefined && (isTotalCapped || rows.length < total);
  const more = isTotalCapped ? '+' : '';
  return (
    <div className="print-only">
      {filters.length > 0 && <p>{t('filters', { filters: filters.join(' · ') })}</p>}
      {rows === undefined && <p>{t('onePage', { pages: totalPages })}</p>}
      {isCut && <p>{t('first', { count: rows.length, total, more })}</p>}
      {children}
    </div>
  );
}

// What the page's filters are set to, as their controls show it.
function filtersInWords(): string[] {
  const controls = document.querySelectorAll(
    '[data-filters] :is(input, select, [role=radiogroup], button[data-chip])',
  );
  return [...controls].flatMap((control) => wordsOf(control) ?? []);
}

function wordsOf(control: Element): string | undefined {
  const label = control.getAttribute('aria-label');
  const withLabel = (text: string | null | undefined) =>
    text ? [label, text.trim()].filter(Boolean).join(': ') : undefined;
  if (control.closest('[data-unprinted]')) return undefined;
  if (control instanceof HTMLSelectElement)
    return control.value ? withLabel(control.selectedOptions[0]?.textContent) : undefined;
  if (control instanceof HTMLInputElement)
    return control.closest('[role=radiogroup]') ? undefined : withLabel(control.value);
  if (control instanceof HTMLButtonElement) return control.textContent ?? undefined;
  const chosen = control.querySelector<HTMLInputElement>('input:checked, [aria-checked=true]');
  return withLabel(chosen?.labels?.[0]?.textContent ?? chosen?.textContent);
}
