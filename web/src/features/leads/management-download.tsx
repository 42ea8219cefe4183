import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { QueryInput } from '#contract/endpoint.ts';
import { downloadLeadsCsv } from '#contract/lead-oversight.ts';
import { download } from '#web/lib/download.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';

/** Downloads every lead that the list holds, on all its pages, as CSV. */
export function ManagementDownload({ query }: { query: QueryInput<typeof downloadLeadsCsv> }) {
  const t = useTranslations('managementLeads');
  const errorText = useErrorText();
  const [kilobytes, setKilobytes] = useState<number>();
  const isBusy = kilobytes !== undefined;

  const start = async () => {
    setKilobytes(0);
    try {
      const file = await download(downloadLeadsCsv, { query }, (bytes) =>
        setKilobytes(Math.ceil(bytes / 1000)),
      );
      toast.success(t('downloaded', { file }));
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
      {isBusy ? t('downloading', { kilobytes }) : t('download')}
    </Button>
  );
}
