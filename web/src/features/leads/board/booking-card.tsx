import { IconCheck, IconChecks, IconUserCheck, IconX } from '@tabler/icons-react';
import type { CSSProperties, PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Booking } from '#contract/bookings/booking.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { rowFocusProps } from '#web/ui/rows/data-list.tsx';
import classes from './booking-card.module.css';
import { CardActions } from './card-actions.tsx';
import { toBookingCellId } from './cells.ts';
import { getEndTime } from './day-layout.ts';
import { cardAttribute } from './use-drag.ts';
import { cellProps } from './use-grid-keys.ts';
import { mayMoveBooking } from './use-move-booking.ts';

/** The props that all cards of a day share. `active`: the cell that Tab enters. */
export type SharedCardProps = {
  active: string | undefined;
  openId: string | undefined;
  draggedId: string | undefined;
  onOpen: (booking: Booking) => void;
  onPress: (booking: Booking, event: PointerEvent) => void;
};

type BookingCardProps = SharedCardProps & {
  booking: Booking;
  // Stands beside it already.
  rowTime?: string;
  style?: CSSProperties;
  lines?: number;
};

/** Shows a booking as a cell of the day's table: who comes with what, and its outcome. */
export function BookingCard(props: BookingCardProps) {
  const { booking, active, openId, draggedId, onOpen, onPress, rowTime, style, lines = 1 } = props;
  const mayBeMoved = mayMoveBooking(booking);
  return (
    <td
      className={classes.card}
      {...{ [cardAttribute]: '' }}
      style={{ ...style, '--lines': lines } as CSSProperties}
      data-outcome={booking.outcome}
      data-open={booking._id === openId || undefined}
      data-dragged={booking._id === draggedId || undefined}
      data-movable={mayBeMoved || undefined}
    >
      <button
        type="button"
        className={classes.open}
        {...cellProps(toBookingCellId(booking), active)}
        {...rowFocusProps}
        onClick={() => onOpen(booking)}
        onPointerDown={mayBeMoved ? (event) => onPress(booking, event) : undefined}
      >
        <span className={classes.top}>
          <span className={`one-line ${classes.name}`}>{booking.name}</span>
          <BookingState booking={booking} />
        </span>
        <span className={classes.facts}>{useBookingFacts()(booking, rowTime)}</span>
      </button>
      <CardActions booking={booking} />
    </td>
  );
}

// With a word joiner behind it: a number plate breaks between its words alone.
const unbrokenHyphen = '-\u2060';

/** Returns how to write when a booking is, unless its row says that, with what, and who works it. */
function useBookingFacts(): (booking: Booking, rowTime: string | undefined) => string {
  const t = useTranslations('bookings');
  const formats = useFormats();
  return (booking, rowTime) => {
    const { time, vehicleNumber, serviceOrCampaign, advisor } = booking;
    const end = getEndTime(booking);
    const from = time === null || time === rowTime ? undefined : formats.time(time);
    const to = end && formats.time(end);
    const when = from && to ? t('until', { from, to }) : to ? t('to', { time: to }) : from;
    const plate = vehicleNumber?.replaceAll('-', unbrokenHyphen);
    return [when, plate, serviceOrCampaign?.name, advisor && t('withAdvisor', { name: advisor.name })]
      .filter(Boolean)
      .join(' · ');
  };
}

const outcomeIcons = { expected: undefined, arrived: IconUserCheck, didNotCome: IconX, done: IconChecks };

/** The outcome of a booking in words or, while it is expected, whether the customer confirmed it. */
export function BookingState({ booking: { outcome, confirmedAt } }: { booking: Booking }) {
  const t = useTranslations('bookings');
  const outcomes = useTranslations('bookingOutcomes.outcomes');
  const isConfirmed = outcome === 'expected' && confirmedAt !== null;
  const Icon = isConfirmed ? IconCheck : outcomeIcons[outcome];
  return (
    <span className={classes.state} data-outcome={outcome}>
      {Icon && <Icon size={14} stroke={2} aria-hidden />}
      {isConfirmed ? t('confirmed') : outcomes(outcome)}
    </span>
  );
}
