import { useTranslations } from 'use-intl';
import type { PlaceRefusal } from '#contract/bookings/bookings.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { getClockHour, splitNotice } from './place-text.ts';
import { useFormatPlace } from './use-format-place.ts';

/** @returns a function that says in a sentence why a place is not free. */
export function useRefusalText(): (refusal: PlaceRefusal) => string {
  const t = useTranslations('places');
  const formats = useFormats();
  const formatPlace = useFormatPlace();
  return ({ reason, date, time, booked, capacity, offering, limit }) => {
    const day = formatPlace.day(date);
    const count = { booked: booked ?? 0, capacity: capacity ?? 0 };
    switch (reason) {
      case 'closed':
        return time === null
          ? t('reasons.closed', { day })
          : t('reasons.closedAt', { day, time: formats.time(time) });
      case 'dayFull':
        return capacity === 0 ? t('reasons.takesNone', { day }) : t('reasons.dayFull', { day, ...count });
      case 'hourFull': {
        const { from, to } = getClockHour(time ?? '00:00');
        return t('reasons.hourFull', { day, ...count, from: formats.time(from), to: formats.time(to) });
      }
      case 'offeringFull':
        return t('reasons.offeringFull', { day, ...count, offering: offering ?? '' });
      case 'tooSoon': {
        const { unit, count } = splitNotice(limit ?? 0);
        return t('reasons.tooSoon', { notice: t(`notice.${unit}`, { count }) });
      }
      case 'tooFar':
        return t('reasons.tooFar', { days: limit ?? 0 });
    }
  };
}
