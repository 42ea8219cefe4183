import type { Booking } from '#contract/bookings/booking.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useBookingOutcome } from './use-booking-outcome.ts';

export type OutcomeBooking = Pick<Booking, '_id' | 'name' | 'outcome' | 'date'>;

const noBooking = { _id: '' };

/** Returns how to say what became of a booking once its day has come; the same again takes it back. */
export function useOutcomeActions(booking: OutcomeBooking | undefined) {
  const today = useToday();
  const { openDialog } = useDialogs();
  const { run, isPending } = useBookingOutcome(booking ?? noBooking);
  if (!booking || isPending || booking.date > today || booking.outcome === 'done') return {};
  const { _id, outcome } = booking;
  return {
    arrive: () => void run(outcome === 'arrived' ? 'expected' : 'arrived'),
    stayAway: () => (outcome === 'didNotCome' ? void run('expected') : openDialog('booking.didNotCome', _id)),
  };
}
