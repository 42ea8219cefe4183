import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import {
  downloadAllCollections,
  downloadEmployeeReports,
  downloadServiceCenterReports,
} from '#contract/reports.ts';
import { download } from '#web/lib/download.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { mayCall } from '#web/lib/may-call.ts';
import { useSession } from '#web/lib/use-session.ts';

const files = {
  serviceCenters: downloadServiceCenterReports,
  employees: downloadEmployeeReports,
  everything: downloadAllCollections,
} as const;

/** Downloads a report's CSV, or everything as one zip, and says how much has arrived; nothing for a level that may not. */
export function ReportDownload({ file }: { file: keyof typeof files }) {
  const t = useTranslations('reports');
  const errorText = useErrorText();
  const level = useSession()?.level;
  const [kilobytes, setKilobytes] = useState<number>();
  const isBusy = kilobytes !== undefined;
  if (!mayCall(files[file], level)) return null;

  const start = async () => {
    setKilobytes(0);
    try {
      const name = await download(files[file], {}, (bytes) => setKilobytes(Math.ceil(bytes / 1000)));
      toast.success(t('downloaded', { file: name }));
    } catch (error) {
      toast.error(`${t('notDownloaded')}. ${errorText(error)}`);
    } finally {
      setKilobytes(undefined);
    }
  };

  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void start()}
    >
      {isBusy ? t('downloading', { kilobytes }) : t(file === 'everything' ? 'exportAll' : 'downloadCsv')}
    </Button>
  );
}
