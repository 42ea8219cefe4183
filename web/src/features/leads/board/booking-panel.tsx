import type { Booking } from '#contract/bookings/booking.ts';
import { LeadPanel } from '#web/features/leads/panel/lead-panel.tsx';

export type BookingPanelProps = {
  id: string;
  bookings: readonly Booking[];
  onStep: (id: string) => void;
  onClose: () => void;
};

/** The lead of a booking beside the board; j and k go through the bookings of the day. */
export function BookingPanel({ id, bookings, onStep, onClose }: BookingPanelProps) {
  const at = bookings.findIndex(({ _id }) => _id === id);
  const step = (to: number) => {
    const next = at < 0 ? undefined : bookings[to]?._id;
    return next === undefined ? undefined : () => onStep(next);
  };
  return (
    <LeadPanel
      id={id}
      place={at >= 0 && `${at + 1} / ${bookings.length}`}
      onNext={step(at + 1)}
      onPrevious={step(at - 1)}
      onClose={onClose}
      onMoved={onStep}
    />
  );
}
