import { type Icon, IconBrandWhatsapp, IconClock, IconMail, IconMessage } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { CustomerMessage, CustomerMessageWay } from '#contract/customer-messages/customer-message.ts';
import { EntryFrame } from './entry-frame.tsx';
import { useDescribeMessageState } from './message-state.ts';
import classes from './timeline-item.module.css';

const icons = {
  whatsapp: IconBrandWhatsapp,
  sms: IconMessage,
  email: IconMail,
} as const satisfies Record<CustomerMessageWay, Icon>;

type MessageItemProps = { message: CustomerMessage; isChat: boolean };

/** An automatic message in the timeline, with its state and the answer of the customer. */
export function MessageItem({ message, isChat }: MessageItemProps) {
  const t = useTranslations('customerMessages');
  const describe = useDescribeMessageState();
  const { kind, way, language, text, state, at, parts, answer, rating } = message;
  const Mark = way ? icons[way] : IconClock;
  const said = describe(message);
  const isLong = way === 'sms' && parts !== null && parts > 1;
  return (
    <EntryFrame
      mark={<Mark size={16} stroke={1.75} className={classes.icon} />}
      at={at}
      head={t(`kinds.${kind}`)}
      isChat={isChat}
    >
      {text && (
        <p
          className={classes.said}
          lang={language ?? undefined}
          dir="auto"
          data-message={isChat || undefined}
        >
          {text}
        </p>
      )}
      {answer && <p className={classes.said}>{t('answered', { answer })}</p>}
      {rating !== null && <p className={classes.said}>{t('rated', { rating })}</p>}
      <p className={state === 'failed' ? classes.failed : 'quiet'} aria-live="polite">
        {isLong ? `${said} · ${t('parts', { parts })}` : said}
      </p>
    </EntryFrame>
  );
}
