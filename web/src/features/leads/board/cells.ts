import type { Booking } from '#contract/bookings/booking.ts';
import type { DayLayout } from './day-layout.ts';

const bookingPrefix = 'booking ';
const placePrefix = 'place ';

/** Returns the id of the cell of a booking in the grid of a day. */
export const toBookingCellId = ({ _id }: Pick<Booking, '_id'>) => `${bookingPrefix}${_id}`;
/** Returns the id of the cell of a place that can be booked; a `time` of null is the day alone. */
export const toPlaceCellId = (time: string | null) => `${placePrefix}${time ?? '-'}`;

/** Returns the ids of the cells of a day, in the order in which arrow keys go through them. */
export function listCells({ untimed, untimedState, rows }: DayLayout): string[] {
  return [
    ...untimed.map(toBookingCellId),
    ...(untimedState === 'past' ? [] : [toPlaceCellId(null)]),
    ...rows.flatMap(({ placed, state, time }) => [
      ...placed.map(({ booking }) => toBookingCellId(booking)),
      ...(state === 'past' ? [] : [toPlaceCellId(time)]),
    ]),
  ];
}

/** Returns the booking or the time of a cell by its id. A `time` of null is the day alone; undefined: it is no place. */
export function readCell(
  cell: string | undefined,
  bookings: readonly Booking[],
): { booking: Booking | undefined; time: string | null | undefined } {
  const time = cell?.startsWith(placePrefix) ? cell.slice(placePrefix.length) : undefined;
  return {
    booking: bookings.find((booking) => toBookingCellId(booking) === cell),
    time: time === '-' ? null : time,
  };
}

/** Returns the booking on which keys act: that of the open lead, if one is open, else the focused one. */
export function findActiveBooking(
  openId: string | undefined,
  focused: Booking | undefined,
  bookings: readonly Booking[],
): Booking | undefined {
  return openId === undefined ? focused : bookings.find(({ _id }) => _id === openId);
}
