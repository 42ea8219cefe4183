import { useFormatter, useTranslations } from 'use-intl';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';

type DayFigures = { isOpen: boolean; booked: number; perDay: number | null };

/** Returns functions that write how many cars are booked on a day: short, and in words. */
export function useDayCount(): (day: DayFigures) => { text: string; words: string; isOver: boolean } {
  const t = useTranslations('bookings');
  const format = useFormatter();
  const isPhone = useIsPhone();
  return ({ isOpen, booked, perDay }) => {
    if (!isOpen && booked === 0) return { text: t('closed'), words: t('closed'), isOver: false };
    if (perDay === null)
      return { text: format.number(booked), words: t('carsBooked', { booked }), isOver: false };
    if (perDay === 0 && booked === 0)
      return { text: t(isPhone ? 'takesNoneShort' : 'takesNone'), words: t('takesNone'), isOver: false };
    const text = t(isPhone ? 'ofCapacityShort' : 'ofCapacity', { booked, capacity: perDay });
    return { text, words: t('ofCars', { booked, capacity: perDay }), isOver: booked > perDay };
  };
}
