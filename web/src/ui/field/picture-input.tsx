import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStableWhilePressed } from '#web/lib/browser/press.ts';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import classes from './picture-input.module.css';

const kinds = ['image/png', 'image/jpeg', 'image/webp'];
const largest = 10 * 1024 * 1024;

type PictureInputProps = {
  label: string;
  file: File | undefined;
  onChange: (file: File | undefined) => void;
  present?: ReactNode;
  onRemovePresent?: () => void;
  isPortrait?: boolean;
  error?: string;
};

/** Takes a PNG, JPEG or WebP of up to 10 MB; phones offer their camera. */
export function PictureInput({
  label,
  file,
  onChange,
  present,
  onRemovePresent,
  isPortrait,
  error,
}: PictureInputProps) {
  const t = useTranslations('ui.picture');
  const id = useId();
  const isPhone = useIsPhone();
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<'tooLarge' | 'wrongKind'>();
  const preview = usePreview(file);
  const wrong = useStableWhilePressed(fault ? t(fault) : error);
  const remove = file ? () => onChange(undefined) : onRemovePresent;

  const take = (source: HTMLInputElement) => {
    const chosen = source.files?.[0];
    source.value = '';
    if (!chosen) return;
    const found = kinds.includes(chosen.type) ? chosen.size > largest && 'tooLarge' : 'wrongKind';
    setFault(found || undefined);
    if (!found) onChange(chosen);
  };
  const source = {
    type: 'file',
    accept: kinds.join(','),
    className: 'visually-hidden',
    tabIndex: -1,
    onChange: (event: { currentTarget: HTMLInputElement }) => take(event.currentTarget),
  } as const;

  return (
    <div>
      <p id={`${id}-label`} className={classes.label}>
        {label}
      </p>
      <div className={classes.line}>
        {preview ? (
          <img
            className={classes.preview}
            data-round={isPortrait || undefined}
            src={preview}
            alt={t('preview')}
            width={48}
            height={48}
          />
        ) : (
          (present ?? (
            <span className={classes.preview} data-round={isPortrait || undefined} aria-hidden>
              <IconPhoto size={20} stroke={1.5} />
            </span>
          ))
        )}
        <input {...source} ref={input} aria-label={label} />
        <Button
          variant="default"
          aria-describedby={`${id}-label ${id}-help`}
          onClick={() => input.current?.click()}
        >
          {t(file || onRemovePresent ? 'change' : 'choose')}
        </Button>
        {isPortrait && isPhone && (
          <>
            <input {...source} ref={camera} capture="user" aria-label={t('camera')} />
            <Button variant="default" onClick={() => camera.current?.click()}>
              {t('camera')}
            </Button>
          </>
        )}
        {remove && (
          <Button variant="subtle" color="gray" onClick={remove}>
            {t('remove')}
          </Button>
        )}
      </div>
      <p id={`${id}-help`} className={wrong ? classes.fault : classes.help} role={wrong && 'alert'}>
        {wrong ?? t('help')}
      </p>
    </div>
  );
}

function usePreview(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    if (!file) return setPreview(undefined);
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return preview;
}
