import { useTranslations } from 'use-intl';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { getRequestedSlot, type RequestedSlot, type RequestedSlotFields } from './requested-slot.ts';

/** @returns what a lead can be booked for as its customer asked, and what the key that does it says. */
export function useRequestedSlot(
  lead: RequestedSlotFields,
): { slot: RequestedSlot; label: string } | undefined {
  const t = useTranslations('leadStatus');
  const { timeZone } = useDealer();
  const slotText = useFormatSlot();
  const slot = getRequestedSlot(lead, serverClock.now(), timeZone);
  return slot && { slot, label: t('asAsked', { when: slotText(slot) }) };
}

/** @returns a function that writes the day and time at which a customer would like to come. */
export function useFormatSlot(): (slot: RequestedSlot) => string {
  const formats = useFormats();
  const today = useToday();
  return ({ date, time }) => {
    const day = formats.nearDate(date, today);
    return time ? `${day}, ${formats.time(time)}` : day;
  };
}
