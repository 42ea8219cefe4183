import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { dateIn, daysBetween } from '#contract/text/dates.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useDealer, useToday } from '#web/lib/session/dealer.ts';

type WaitingProps = {
  lead: Pick<Lead, 'updatedAt' | 'lastContactAt'>;
  /** Where no column header says what is counted. */
  isNamed?: boolean;
};

/** Days since anybody contacted the customer or changed the lead. */
export function Waiting({ lead, isNamed = false }: WaitingProps) {
  const t = useTranslations('leadWork');
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  const { updatedAt, lastContactAt } = lead;
  const touchedAt = lastContactAt && lastContactAt > updatedAt ? lastContactAt : updatedAt;
  const days = daysBetween(dateIn(timeZone, new Date(touchedAt)), today);
  return (
    <span title={t('lastTouched', { moment: formats.moment(touchedAt) })}>
      {t(isNamed ? 'noContact' : 'waitingDays', { days })}
    </span>
  );
}
