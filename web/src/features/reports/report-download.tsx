import { useTranslations } from 'use-intl';
import {
  downloadAllCollections,
  downloadEmployeeReports,
  downloadServiceCenterReports,
} from '#contract/reports.ts';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';

const files = {
  serviceCenters: downloadServiceCenterReports,
  employees: downloadEmployeeReports,
  everything: downloadAllCollections,
} as const;

/** Renders nothing for a level that may not download it. */
export function ReportDownload({ file }: { file: keyof typeof files }) {
  const t = useTranslations('reports');
  const label = t(file === 'everything' ? 'exportAll' : 'downloadCsv');
  return <DownloadButton endpoint={files[file]} input={{}} label={label} failed={t('notDownloaded')} />;
}
