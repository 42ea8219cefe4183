import { useTranslations } from 'use-intl';
import type { CustomerMessage } from '#contract/customer-messages/customer-message.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useFormatNearMoment } from './use-format-near-moment.ts';

/** @returns a function that says the state of a message to a customer in words, and the reason for it. */
export function useDescribeMessageState(): (message: CustomerMessage) => string {
  const t = useTranslations('customerMessages');
  const near = useFormatNearMoment();
  return (message) => {
    const { reason, whatsappReason } = message;
    const said = describeState(message);
    if (!whatsappReason || whatsappReason === reason) return said;
    const why = t(`reasons.${whatsappReason}`, { way: t('senders.whatsapp') });
    return `${said} · ${t('notByWhatsApp', { why })}`;
  };

  function describeState({ state, reason, way, dueAt }: CustomerMessage): string {
    if (state === 'waiting')
      return Date.parse(dueAt) > serverClock.now().getTime()
        ? t('states.waiting', { when: near(dueAt) })
        : t('states.soon');
    const said = t(`states.${state}`);
    if (!reason) return said;
    return t('why', { state: said, why: t(`reasons.${reason}`, { way: t(`senders.${way ?? 'none'}`) }) });
  }
}
