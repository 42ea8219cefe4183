import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Endpoint } from '#contract/call/endpoint.ts';
import type { CallInput } from '#web/lib/api/api.ts';
import { downloadFile } from '#web/lib/api/download.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type DownloadButtonProps<E extends Endpoint> = {
  endpoint: E;
  input: CallInput<E>;
  label: string;
  failed: string;
};

/** Downloads a file and shows how much has arrived; renders nothing for a level that may not download. */
export function DownloadButton<E extends Endpoint>(props: DownloadButtonProps<E>) {
  const { endpoint, input, label, failed } = props;
  const t = useTranslations('ui.download');
  const errorText = useErrorText();
  const level = useSession()?.level;
  const [kilobytes, setKilobytes] = useState<number>();
  const isBusy = kilobytes !== undefined;
  if (!mayCall(endpoint, level)) return null;

  const start = async () => {
    setKilobytes(0);
    try {
      const file = await downloadFile(endpoint, input, (bytes) => setKilobytes(Math.ceil(bytes / 1000)));
      toast.success(t('done', { file }));
    } catch (error) {
      toast.error(`${failed}. ${errorText(error)}`);
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
      {isBusy ? t('busy', { kilobytes }) : label}
    </Button>
  );
}
