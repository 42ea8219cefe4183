import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { useFormatPlace } from '#web/lib/bookings/use-format-place.ts';

/** Returns a function that says for when a lead is booked, and where if it is at another center than before. */
export function useBookedLine(): (lead: Lead, isAtOtherCenter: boolean) => string {
  const t = useTranslations('places');
  const { place } = useFormatPlace();
  return ({ name, appointmentDate: date, appointmentTime: time, serviceCenter }, isAtOtherCenter) => {
    const when = date ? place({ date, time }) : '';
    return isAtOtherCenter
      ? t('bookedForAt', { name, when, center: serviceCenter.name })
      : t('bookedFor', { name, when });
  };
}
