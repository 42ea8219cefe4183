import { useTranslations } from 'use-intl';
import {
  downloadAllCollections,
  downloadContactReports,
  downloadEmployeeReports,
  downloadServiceCenterReports,
} from '#contract/reports.ts';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';

const files = {
  serviceCenters: downloadServiceCenterReports,
  employees: downloadEmployeeReports,
  contacts: downloadContactReports,
  everything: downloadAllCollections,
} as const;

const labels = {
  serviceCenters: 'downloadCsv',
  employees: 'downloadCsv',
  contacts: 'downloadContacts',
  everything: 'exportAll',
} as const;

/** The button that downloads the report of centers or of employees as CSV. */
export function ReportDownload({ file }: { file: keyof typeof files }) {
  const t = useTranslations('reports');
  return (
    <DownloadButton endpoint={files[file]} input={{}} label={t(labels[file])} failed={t('notDownloaded')} />
  );
}
