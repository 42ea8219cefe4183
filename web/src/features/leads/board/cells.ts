import type { Booking } from '#contract/bookings/booking.ts';
import type { DayLayout } from './day-layout.ts';

const bookingPrefix = 'booking ';
const placePrefix = 'place ';

export const bookingCell = ({ _id }: Pick<Booking, '_id'>) => `${bookingPrefix}${_id}`;
export const placeCell = (time: string | null) => `${placePrefix}${time ?? '-'}`;

/** Returns the cells of a day in the order in which arrow keys go through them. */
export function listCells({ untimed, untimedState, rows }: DayLayout): string[] {
  return [
    ...untimed.map(bookingCell),
    ...(untimedState === 'past' ? [] : [placeCell(null)]),
    ...rows.flatMap(({ placed, state, time }) => [
      ...placed.map(({ booking }) => bookingCell(booking)),
      ...(state === 'past' ? [] : [placeCell(time)]),
    ]),
  ];
}

export function readCell(
  cell: string | undefined,
  bookings: readonly Booking[],
): { booking: Booking | undefined; time: string | null | undefined } {
  const time = cell?.startsWith(placePrefix) ? cell.slice(placePrefix.length) : undefined;
  return {
    booking: bookings.find((booking) => bookingCell(booking) === cell),
    time: time === '-' ? null : time,
  };
}

/** Returns the booking on which keys act: that of the open lead, if one is open, else the focused one. */
export function findChosen(
  openId: string | undefined,
  focused: Booking | undefined,
  bookings: readonly Booking[],
): Booking | undefined {
  return openId === undefined ? focused : bookings.find(({ _id }) => _id === openId);
}
