import { useFormatter, useTranslations } from 'use-intl';
import type { BookingDay } from '#contract/bookings/bookings.ts';
import { isOpenForBookings } from '#contract/bookings/places.ts';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';

type DayFigures = { isOpen: boolean; booked: number; perDay: number | null };

/** Returns a function that writes how many cars are booked on a day: short, and in words, which contain the short text. Of a closed day with bookings they begin with "Closed". */
export function useDayCount(): (day: DayFigures) => { text: string; words: string; isOver: boolean } {
  const t = useTranslations('bookings');
  const format = useFormatter();
  const isPhone = useIsPhone();
  const countOf = ({ booked, perDay }: DayFigures) => {
    if (perDay === null)
      return { text: format.number(booked), words: t('carsBooked', { booked }), isOver: false };
    if (perDay === 0 && booked === 0)
      return { text: t(isPhone ? 'takesNoneShort' : 'takesNone'), words: t('takesNone'), isOver: false };
    const text = t(isPhone ? 'ofCapacityShort' : 'ofCapacity', { booked, capacity: perDay });
    const words = t(isPhone ? 'ofCarsShort' : 'ofCars', { booked, capacity: perDay });
    return { text, words, isOver: booked > perDay };
  };
  return (day) => {
    if (day.isOpen) return countOf(day);
    if (day.booked === 0) return { text: t('closed'), words: t('closed'), isOver: false };
    const count = countOf(day);
    return { ...count, words: t('closedWith', { count: count.words }) };
  };
}

/** Returns a function that writes how much of a day is booked, or that nothing can be. */
export function useDayHeading(): (day: BookingDay) => string {
  const t = useTranslations('bookings');
  return (day) => {
    const { booked, perDay } = day;
    const isClosed = !isOpenForBookings(day);
    if (booked === 0 && isClosed) return t('closed');
    if (perDay === 0 && booked === 0) return t('takesNone');
    const count = perDay === null ? t('booked', { booked }) : t('ofCapacity', { booked, capacity: perDay });
    return isClosed ? t('closedWith', { count }) : count;
  };
}
