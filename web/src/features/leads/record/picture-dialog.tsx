import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { downloadAttachment } from '#contract/intake/deliveries.ts';
import { fetchFile, saveFile } from '#web/lib/api/download.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import classes from './picture-dialog.module.css';

const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['panels', downloadAttachment.path, id],
    queryFn: ({ signal }) => fetchFile(downloadAttachment, { params: { id }, signal }),
    // It never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Shows a picture that a customer sent in full size. `id` is the file's. */
export function PictureDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('leadPanel.picture');
  return (
    <Dialog isTall isFlush title={t('title')} size={1_040} onClose={onClose}>
      <div className={classes.frame}>
        <Loaded query={useQuery(pictureQuery(id))} instead={null}>
          {({ name, file }) => <Picture name={name} file={file} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Picture({ name, file }: { name: string; file: Blob }) {
  const t = useTranslations('leadPanel.picture');
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    // The server calls every file a stream of bytes; this one it has encoded itself.
    const made = URL.createObjectURL(file.slice(0, file.size, 'image/webp'));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <>
      <div className={classes.room}>
        {address && <img className={classes.picture} src={address} alt={t('title')} />}
      </div>
      <Button
        variant="default"
        className={classes.download}
        leftSection={<IconDownload size={16} stroke={1.75} />}
        onClick={() => saveFile(name, file)}
      >
        {t('download')}
      </Button>
    </>
  );
}
