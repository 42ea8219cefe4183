import { useTranslations } from 'use-intl';
import type { MessagePicture } from '#contract/intake/message-pictures.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import classes from './sent-picture.module.css';

type SentPictureProps = { picture: MessagePicture; name: string; at: string };

/** Shows a picture that a customer sent, small and with room kept for it; it opens large. */
export function SentPicture({ picture, name, at }: SentPictureProps) {
  const t = useTranslations('leadPanel.picture');
  const formats = useFormats();
  const { openDialog } = useDialogs();
  const { state, reason, file, thumbnail, width, height } = picture;
  const about = { name, moment: formats.moment(at) };
  if (state === 'stored' && file && thumbnail)
    return (
      <button
        type="button"
        className={classes.open}
        data-picture
        aria-label={t('open', about)}
        onClick={() => openDialog('lead.picture', file)}
      >
        <img
          className={classes.thumbnail}
          src={thumbnail}
          alt={t('from', about)}
          style={{ aspectRatio: `${width} / ${height}` }}
        />
      </button>
    );
  if (state === 'failed')
    return <p className="quiet">{t('failed', { why: t(`reasons.${reason ?? 'notPicture'}`) })}</p>;
  return <p className="quiet">{t(`states.${state === 'expired' ? 'expired' : 'waiting'}`)}</p>;
}

/** Leaves out of a message that a picture was sent, which is seen. */
export function withoutPictureLine(notes: string | null, picture: MessagePicture | null): string | null {
  if (picture?.state !== 'stored' || !notes) return notes;
  return notes.replace(/^(?:Picture|File)(?:: [^\n]*)?(?:\n|$)/, '');
}
