import { useFormatter, useTranslations } from 'use-intl';
import type { BookingDay } from '#contract/bookings/bookings.ts';
import { isOpenForBookings } from '#contract/bookings/places.ts';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';

type DayFigures = { isOpen: boolean; booked: number; perDay: number | null };

/** Returns a function that writes how many cars are booked on a day: short, and in words, which contain the short text. */
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
    const words = t(isPhone ? 'ofCarsShort' : 'ofCars', { booked, capacity: perDay });
    return { text, words, isOver: booked > perDay };
  };
}

/** Returns a function that writes how much of a day is booked, or that nothing can be. */
export function useDayHeading(): (day: BookingDay) => string {
  const t = useTranslations('bookings');
  return (day) => {
    const { booked, perDay } = day;
    if (booked === 0 && !isOpenForBookings(day)) return t('closed');
    if (perDay === null) return t('booked', { booked });
    return perDay === 0 && booked === 0 ? t('takesNone') : t('ofCapacity', { booked, capacity: perDay });
  };
}
