import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Page } from '#web/ui/frame/page.tsx';
import { EmptyState, Loaded } from '#web/ui/list/list-states.tsx';
import { HelpText } from './panel.tsx';
import { ReportDownload } from './report-download.tsx';
import type { ReportRow } from './report-rows.ts';
import type { ReportSearch } from './report-search.ts';
import { ReportTable } from './report-table.tsx';

type ReportProps = {
  of: 'serviceCenters' | 'employees';
  rows: readonly ReportRow[] | undefined;
  query: { error: Error | null; refetch: () => unknown };
  search: ReportSearch;
  serviceCenter?: string;
};

/** The screen of the report of centers or of employees. */
export function ReportPage({ tabs, ...props }: Omit<ReportProps, 'serviceCenter'> & { tabs?: ReactNode }) {
  const { of, rows } = props;
  const t = useTranslations('reports');
  return (
    <Page title={t(of)} total={rows?.length} tabs={tabs} action={<ReportDownload file={of} />}>
      <HelpText>{t(`help.${of}`)}</HelpText>
      <ReportSection {...props} />
    </Page>
  );
}

/** Shows the report of centers or of employees, or why there is none to show. */
export function ReportSection({ of, rows, query, search, serviceCenter }: ReportProps) {
  const t = useTranslations('reports');
  const { replaceRecord: swap } = useListUrl();
  if (rows && rows.length > 0)
    return (
      <ReportTable
        label={t(of)}
        nameHeader={t(of === 'employees' ? 'employee' : 'serviceCenter')}
        rows={rows}
        totalOf={{ serviceCenter }}
        search={search}
        onSort={swap}
      />
    );
  return (
    <div className="dimmed box centered" style={{ minHeight: 280 }}>
      <Loaded
        query={{ data: rows, error: query.error, refetch: query.refetch }}
        instead={<p role="status">{t('loading')}</p>}
      >
        {() => <EmptyState why={t(`emptyWhy.${of}`)} />}
      </Loaded>
    </div>
  );
}
