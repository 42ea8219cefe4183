import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import {
  type ContactPeriod,
  type ContactReport,
  type ReportWindow,
  reportContacts,
  reportWindowNames,
  shareReached,
} from '#contract/reports.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import { Panel } from './panel.tsx';
import { ReportDownload } from './report-download.tsx';
import classes from './report-table.module.css';
import { type Order, SortHeader } from './sort-header.tsx';

/** Figures: `<window>.<figure>`. */
type Sort = { key: 'name' | `${ReportWindow}.${(typeof figures)[number]}`; order: Order };

const figures = ['tries', 'reached', 'shareReached', 'bookings'] as const;

export function ContactPanel() {
  const t = useTranslations('reports');
  const { data, error, refetch } = useQuery(endpointQuery(reportContacts));
  return (
    <Panel
      title={t('contacts.title')}
      help={t('contacts.help')}
      action={<ReportDownload file="contacts" />}
      isSection
    >
      {data ? (
        <ContactTable rows={data} />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </Panel>
  );
}

function ContactTable({ rows }: { rows: readonly ContactReport[] }) {
  const t = useTranslations('reports');
  const locale = useLocale();
  const [sort, setSort] = useState<Sort>({ key: 'name', order: 'asc' });
  const header = (key: Sort['key']) => ({
    order: sort.key === key ? sort.order : undefined,
    startsWith: key === 'name' ? ('asc' as const) : ('desc' as const),
    onSort: (order: Order) => setSort({ key, order }),
  });
  return (
    <div className={`${classes.frame} scroll-edge`}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('contacts.title')}</caption>
        <thead>
          <tr>
            <SortHeader className={classes.name} rowSpan={2} {...header('name')}>
              {t('employee')}
            </SortHeader>
            {reportWindowNames.map((window) => (
              <th key={window} scope="colgroup" colSpan={figures.length} className={classes.window}>
                {t(`windows.${window}`)}
              </th>
            ))}
          </tr>
          <tr>
            {reportWindowNames.map((window) =>
              figures.map((figure) => (
                <SortHeader
                  key={`${window}.${figure}`}
                  className={figure === 'tries' ? classes.first : undefined}
                  label={t('contacts.columnOf', {
                    figure: t(`contacts.${figure}`),
                    window: t(`windows.${window}`),
                  })}
                  {...header(`${window}.${figure}`)}
                >
                  {t(`contacts.${figure}`)}
                </SortHeader>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, sort, locale).map((row) => (
            <tr key={row.employeeId}>
              <th scope="row" className={classes.name}>
                {row.employeeName}
              </th>
              {reportWindowNames.map((window) => (
                <Figures key={window} of={row[window]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Figures({ of }: { of: ContactPeriod }) {
  const format = useFormatter();
  const share = shareReached(of);
  const shown = {
    tries: format.number(of.tries),
    reached: format.number(of.reached),
    shareReached: share === undefined ? '—' : format.number(share, { style: 'percent' }),
    bookings: format.number(of.bookings),
  };
  return figures.map((figure) => (
    <td key={figure} className={figure === 'tries' ? classes.first : undefined}>
      <span className={of.tries > 0 ? classes.plain : classes.zero}>{shown[figure]}</span>
    </td>
  ));
}

/** Equal figures by name. */
function sorted(rows: readonly ContactReport[], { key, order }: Sort, locale: string): ContactReport[] {
  const sign = order === 'asc' ? 1 : -1;
  const byName = (a: ContactReport, b: ContactReport) => a.employeeName.localeCompare(b.employeeName, locale);
  if (key === 'name') return rows.toSorted((a, b) => sign * byName(a, b));
  const figure = figureOf(key);
  return rows.toSorted((a, b) => sign * (figure(a) - figure(b)) || byName(a, b));
}

function figureOf(key: Exclude<Sort['key'], 'name'>): (row: ContactReport) => number {
  for (const window of reportWindowNames) {
    if (key === `${window}.shareReached`) return (row) => shareReached(row[window]) ?? -1;
    for (const figure of ['tries', 'reached', 'bookings'] as const) {
      if (key === `${window}.${figure}`) return (row) => row[window][figure];
    }
  }
  return () => 0;
}
