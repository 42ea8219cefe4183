import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { listCustomers } from '#contract/customers.ts';
import { type ImportKind, importKinds } from '#contract/import-fields.ts';
import { importLimits } from '#contract/import-settings.ts';
import { type ImportDetail, uploadImport } from '#contract/imports.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useContractText, useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import classes from './imports.module.css';

const megabytes = importLimits.fileBytes / 1_048_576;

/** Takes a file of leads or customers, dropped anywhere on the screen or chosen, and uploads it. */
export function ImportFileDrop({ onUploaded }: { onUploaded: (uploaded: ImportDetail) => void }) {
  const t = useTranslations('imports');
  const contractText = useContractText();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [noun, setNoun] = useState<ImportKind>('leads');
  const [isTooLarge, setTooLarge] = useState(false);
  const upload = useMutation({
    mutationFn: (file: File) =>
      mutate(uploadImport, { body: { noun, fileName: file.name }, files: { file } }),
    onSuccess: onUploaded,
  });
  const take = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    setTooLarge(file.size > importLimits.fileBytes);
    if (file.size <= importLimits.fileBytes) upload.mutate(file);
  };
  const isOver = useDroppedFile(take);
  const isPhone = useIsPhone();
  const hasCustomers = mayCall(listCustomers, useSession()?.level);
  const fault = isTooLarge
    ? contractText(fillPlaceholders(messages.fileTooLarge, { max: megabytes }))
    : upload.error && errorText(upload.error);
  return (
    <section className={classes.drop} aria-label={t('title')} data-over={isOver || undefined}>
      {hasCustomers && (
        <Segments
          label={t('what')}
          value={noun}
          onChange={setNoun}
          options={importKinds.map((value) => ({ value, label: t(`nouns.${value}`) }))}
        />
      )}
      <div className={classes.what}>
        <IconFileUpload size={24} stroke={1.5} aria-hidden />
        <p role="status">
          {upload.isPending
            ? t('uploading', { file: upload.variables.name })
            : t(isOver ? 'dropNow' : isPhone ? 'file' : 'drop')}
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('file')}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <Button loading={upload.isPending} onClick={() => input.current?.click()}>
          {t('choose')}
        </Button>
      </div>
      <p className={classes.why}>{t('dropWhy', { rows: importLimits.rows, megabytes })}</p>
      {fault && !upload.isPending && <Notice>{fault}</Notice>}
    </section>
  );
}

/** The whole window takes it: beside its target a browser would open the file instead. @returns whether one is held over it. */
function useDroppedFile(onFile: (file: File | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const holdsFile = (event: globalThis.DragEvent | DragEvent) =>
      event.dataTransfer?.types.includes('Files') === true;
    const over = (event: globalThis.DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: globalThis.DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: globalThis.DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer?.files[0]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
