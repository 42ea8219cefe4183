import { useTranslations } from 'use-intl';
import type { Booking } from '#contract/bookings/booking.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import { type Lead, moveLead } from '#contract/leads/leads.ts';
import { getCurrentLead } from '#web/features/leads/form/lead-conflict.ts';
import { useLeadMutation } from '#web/features/leads/record/leads.queries.ts';
import { isPlaceTaken } from '#web/lib/api/mutate.ts';
import { useFormatPlace } from '#web/lib/bookings/use-format-place.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { showBookingAt, showMovedBooking } from './board.queries.ts';
import type { Place } from './board-days.ts';

/** Tells whether a booking can be moved: its customer has not come, and its lead is still booked. */
export function mayMoveBooking({ status, outcome }: Booking): boolean {
  return status === 'booked' && (outcome === 'expected' || outcome === 'didNotCome');
}

/** Returns a function that says when a lead is booked now, with Undo. */
export function useBookedUndoLine(): (lead: Lead) => void {
  const t = useTranslations('bookings');
  const { place: formatPlace } = useFormatPlace();
  const { mutateAsync } = useLeadMutation(undoLeadChange);
  return useUndoOffer({
    line: ({ name, appointmentDate: date, appointmentTime: time }: Lead) =>
      t('movedTo', { name, when: date ? formatPlace({ date, time }) : '' }),
    undo: ({ _id: id, version }) => mutateAsync({ params: { id }, body: { version } }),
    undone: () => t('undone'),
  });
}

/** Returns a function that moves a booking to another time or day. It shows at once, and goes back where it was if the move is refused. */
export function useMoveBooking(): (booking: Booking, place: Place) => Promise<void> {
  const t = useTranslations('bookings');
  const errorText = useErrorText();
  const { place: formatPlace } = useFormatPlace();
  const sayBooked = useBookedUndoLine();
  const { mutateAsync } = useLeadMutation(moveLead);

  const send = async (booking: Booking, { date, time }: Place, version: number): Promise<Lead> => {
    const body = { appointmentDate: date, appointmentTime: time, version };
    try {
      return await mutateAsync({ params: { id: booking._id }, body });
    } catch (error) {
      const theirs = getCurrentLead(error);
      const isElsewhere =
        theirs?.status !== 'booked' ||
        theirs.appointmentDate !== booking.date ||
        theirs.appointmentTime !== booking.time;
      // What others changed beside the booking is no reason not to move it.
      if (!theirs || isElsewhere || theirs.version <= version) throw error;
      return send(booking, { date, time }, theirs.version);
    }
  };

  return async (booking, place) => {
    if (booking.date === place.date && booking.time === place.time) return;
    const showBefore = showBookingAt(booking, place);
    try {
      const lead = await send(booking, place, booking.version);
      showMovedBooking(booking, lead);
      sayBooked(lead);
    } catch (error) {
      showBefore();
      if (isPlaceTaken(error)) return;
      const theirs = getCurrentLead(error);
      const { appointmentDate: date, appointmentTime: time } = theirs ?? {};
      if (!theirs) toast.error(errorText(error));
      else if (theirs.status !== 'booked' || !date) toast.error(t('notBooked', { name: theirs.name }));
      else {
        const when = formatPlace({ date, time: time ?? null });
        toast.error(t('movedMeanwhile', { name: theirs.name, when }));
      }
    }
  };
}
