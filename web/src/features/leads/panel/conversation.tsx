import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CustomerMessage } from '#contract/customer-messages/customer-message.ts';
import type { TimelineEntry } from '#contract/leads/lead-panel.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import classes from './conversation.module.css';
import { ReplyForm } from './reply-form.tsx';
import { TimelineItem } from './timeline-item.tsx';
import { useFormatNearMoment } from './use-format-near-moment.ts';

const maxNewest = 3;

type ConversationProps = {
  lead: Lead;
  openUntil: string;
  /** The messages, newest first. */
  entries: readonly TimelineEntry[];
  isMore: boolean;
  isLoading: boolean;
  showEarlier: () => void;
};

/** Shows the newest messages of a chat above the field that answers them, and the earlier ones on wish. */
export function Conversation(props: ConversationProps) {
  const { lead, openUntil, entries, isMore, isLoading, showEarlier } = props;
  const t = useTranslations('leadPanel');
  const near = useFormatNearMoment();
  const hint = useId();
  const isOpen = Date.parse(openUntil) > serverClock.now().getTime();
  const [isWhole, setWhole] = useState(false);
  const shown = (isWhole ? entries : entries.slice(0, maxNewest)).toReversed();
  const hasEarlier = isWhole ? isMore : isMore || entries.length > maxNewest;
  const onEarlier = () => {
    if (isWhole || entries.length <= maxNewest) showEarlier();
    setWhole(true);
  };
  return (
    <section className={classes.conversation} aria-label={t('conversation')}>
      <div className={classes.top}>
        {hasEarlier && (
          <button type="button" className={classes.earlier} disabled={isLoading} onClick={onEarlier}>
            {t('earlierMessages')}
          </button>
        )}
        {isOpen && (
          <p id={hint} className="quiet">
            {t('replyUntil', { moment: near(openUntil) })}
          </p>
        )}
      </div>
      <ol data-whole={isWhole || undefined} className={classes.messages}>
        {shown.map((entry) => (
          <TimelineItem key={entry._id} entry={entry} lead={lead._id} customer={lead.name} />
        ))}
      </ol>
      <ReplyForm lead={lead} isOpen={isOpen} hint={hint} />
    </section>
  );
}

/** Splits entries into the messages of a chat and all else, each in its order. */
export function splitMessages(entries: readonly TimelineEntry[]): [TimelineEntry[], TimelineEntry[]] {
  const { messages = [], others = [] } = Object.groupBy(entries, (entry) =>
    isMessage(entry) ? 'messages' : 'others',
  );
  return [messages, others];
}

function isMessage(entry: TimelineEntry): boolean {
  if (entry.kind === 'contact') return entry.contact.isMessage;
  if (entry.kind === 'message') return isSentOnWhatsApp(entry.message);
  return entry.kind === 'intake' && entry.delivery.channel === 'whatsapp';
}

function isSentOnWhatsApp({ way, state }: CustomerMessage): boolean {
  return way === 'whatsapp' && (state === 'sent' || state === 'delivered' || state === 'read');
}
