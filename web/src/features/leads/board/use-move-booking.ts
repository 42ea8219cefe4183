import { useTranslations } from 'use-intl';
import type { Booking } from '#contract/bookings/booking.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import { type Lead, moveLead } from '#contract/leads/leads.ts';
import { getCurrentLead } from '#web/features/leads/form/lead-conflict.ts';
import { useLeadMutation } from '#web/features/leads/record/leads.queries.ts';
import { useBookedLine } from '#web/features/leads/record/use-booked-line.ts';
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

function isSamePlace(booking: Booking, { date, time, serviceCenter }: Place): boolean {
  return booking.date === date && booking.time === time && booking.serviceCenter._id === serviceCenter._id;
}

/** Returns a function that says for when a lead is booked now, and where if that is another center than before, with Undo. */
export function useBookedUndoLine(): (lead: Lead, before?: Booking['serviceCenter']) => void {
  const t = useTranslations('bookings');
  const bookedLine = useBookedLine();
  const { mutateAsync } = useLeadMutation(undoLeadChange);
  const say = useUndoOffer({
    line: ({ lead, before }: { lead: Lead; before: Booking['serviceCenter'] | undefined }) =>
      bookedLine(lead, before !== undefined && before._id !== lead.serviceCenter._id),
    undo: ({ lead: { _id: id, version } }) => mutateAsync({ params: { id }, body: { version } }),
    undone: () => t('undone'),
  });
  return (lead, before) => say({ lead, before });
}

/** Returns a function that moves a booking to another time, day or center. It shows at once, and goes back where it was if the move is refused. */
export function useMoveBooking(): (booking: Booking, place: Place) => Promise<void> {
  const t = useTranslations('bookings');
  const errorText = useErrorText();
  const { place: formatPlace } = useFormatPlace();
  const sayBooked = useBookedUndoLine();
  const { mutateAsync } = useLeadMutation(moveLead);

  const send = async (booking: Booking, place: Place, version: number): Promise<Lead> => {
    const { date, time, serviceCenter } = place;
    const there = { appointmentDate: date, appointmentTime: time, serviceCenter: serviceCenter._id };
    const body = { ...there, version };
    try {
      return await mutateAsync({ params: { id: booking._id }, body });
    } catch (error) {
      const theirs = getCurrentLead(error);
      const isElsewhere =
        theirs?.status !== 'booked' ||
        theirs.serviceCenter._id !== booking.serviceCenter._id ||
        theirs.appointmentDate !== booking.date ||
        theirs.appointmentTime !== booking.time;
      // What others changed beside the booking is no reason not to move it.
      if (!theirs || isElsewhere || theirs.version <= version) throw error;
      return send(booking, place, theirs.version);
    }
  };

  return async (booking, place) => {
    if (isSamePlace(booking, place)) return;
    const showBefore = showBookingAt(booking, place);
    try {
      const lead = await send(booking, place, booking.version);
      showMovedBooking(booking, lead);
      sayBooked(lead, booking.serviceCenter);
    } catch (error) {
      showBefore();
      if (isPlaceTaken(error)) return;
      const theirs = getCurrentLead(error);
      const { appointmentDate: date, appointmentTime: time } = theirs ?? {};
      if (!theirs) toast.error(errorText(error));
      else if (theirs.status !== 'booked' || !date) toast.error(t('notBooked', { name: theirs.name }));
      else {
        const { name, serviceCenter: center } = theirs;
        const when = formatPlace({ date, time: time ?? null });
        const isElsewhere = center._id !== booking.serviceCenter._id;
        toast.error(
          isElsewhere
            ? t('movedMeanwhileTo', { name, when, center: center.name })
            : t('movedMeanwhile', { name, when }),
        );
      }
    }
  };
}
