import type { Booking } from '#contract/bookings/booking.ts';
import type { BookingDay } from '#contract/bookings/bookings.ts';
import { daysBetween } from '#contract/text/dates.ts';

const rowMinutes = 30;
const dayMinutes = 24 * 60;

/** The state of a place: `free` can be booked at once, `past` not at all, and the others after a question. `over`: more is booked than the center takes; `soon`: with too little notice; `far`: too far ahead. */
export type PlaceState = 'free' | 'full' | 'over' | 'soon' | 'far' | 'closed' | 'past';

/** A booking in its lane, as many rows high as its offering takes. */
type PlacedBooking = { booking: Booking; lane: number; rows: number };

/** A half hour of the day. `time`: of a booking in it; `note`: why it is closed; `hour`: how many cars come in the hour, on the row that begins it. */
export type DayRow = {
  time: string;
  minute: number;
  state: PlaceState;
  note: string | null;
  hour: { booked: number; capacity: number | null } | undefined;
  placed: PlacedBooking[];
};

/** The day of a center as it is drawn. `untimed`: bookings of the day alone; `lanes`: how many bookings stand side by side at most. */
export type DayLayout = { untimed: Booking[]; rows: DayRow[]; lanes: number; untimedState: PlaceState };

/** A moment by the clock of the dealer: `2026-11-29` and `09:30`. */
export type DateAndTime = { date: string; time: string };

/** Returns the minutes from midnight to a time. */
function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function toTime(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return `${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

const roundDown = (minutes: number) => Math.floor(minutes / rowMinutes) * rowMinutes;
const roundUp = (minutes: number) => Math.ceil(minutes / rowMinutes) * rowMinutes;
const rowOf = (time: string) => roundDown(toMinutes(time));

type Place = Pick<Booking, 'date' | 'time'>;

/** Tells whether two places of a center stand in the same row of the same day. */
export function isSameRow(one: Place, other: Place): boolean {
  if (one.date !== other.date) return false;
  if (one.time === null || other.time === null) return one.time === other.time;
  return rowOf(one.time) === rowOf(other.time);
}

/** Tells whether the row of a place is past. */
export function hasPassed({ date, time }: Place, now: DateAndTime): boolean {
  if (date !== now.date || time === null) return date < now.date;
  return rowOf(time) + rowMinutes <= toMinutes(now.time);
}

/** Lays out a center's day in half hours: from its opening to its closing, and as far as something is booked. */
export function layOutDay(day: BookingDay, bookings: readonly Booking[], now: DateAndTime): DayLayout {
  const untimed = bookings.filter(({ time }) => time === null);
  const timed = placeInLanes(bookings);
  const spans = day.spans.map(({ from, to }) => ({ from: toMinutes(from), to: toMinutes(to) }));
  const starts = [...spans.map(({ from }) => from), ...timed.map(({ from }) => from)];
  const ends = [...spans.map(({ to }) => to), ...timed.map(({ to }) => to)];
  const first = roundDown(Math.min(dayMinutes, ...starts));
  const last = Math.min(dayMinutes, roundUp(Math.max(0, ...ends)));
  const isDayFull = day.perDay !== null && day.booked >= day.perDay;
  const days = daysBetween(now.date, day.date);
  const isFar = day.daysAhead !== null && days > day.daysAhead;
  const earliest = day.noticeMinutes === null ? null : toMinutes(now.time) + day.noticeMinutes;
  const rows: DayRow[] = [];
  for (let minute = first; minute < last; minute += rowMinutes) {
    const end = minute + rowMinutes;
    const span = spans.find(({ from, to }) => from < end && to > minute);
    const closure = day.closures.find(({ from, to }) => toMinutes(from) < end && toMinutes(to) > minute);
    const hour = roundDownToHour(minute);
    const booked = timed.filter(
      ({ from, booking }) => roundDownToHour(from) === hour && booking.outcome !== 'didNotCome',
    ).length;
    const capacity = day.perHour;
    const start = Math.max(minute, span?.from ?? minute);
    rows.push({
      time: toTime(start),
      minute,
      note: closure?.note ?? null,
      hour: hour === minute || minute === first ? { booked, capacity } : undefined,
      state: getState({
        isPast: day.date < now.date || (day.date === now.date && end <= toMinutes(now.time)),
        isClosed: !span || closure !== undefined,
        isOver: capacity !== null && booked > capacity,
        isFar,
        isSoon: earliest !== null && days * dayMinutes + start < earliest,
        isFull: isDayFull || (capacity !== null && booked >= capacity),
      }),
      placed: timed
        .filter(({ from }) => from >= minute && from < end)
        .map(({ booking, lane, from, to }) => ({
          booking,
          lane,
          rows: Math.max(1, (Math.min(roundUp(to), last) - roundDown(from)) / rowMinutes),
        })),
    });
  }
  const untimedState = getState({
    isPast: day.date < now.date,
    isClosed: rows.every(({ state }) => state === 'closed' || state === 'past'),
    isOver: day.perDay !== null && day.booked > day.perDay,
    isFar,
    isSoon: rows.every(({ state }) => ['closed', 'past', 'soon'].includes(state)),
    isFull: isDayFull,
  });
  return { untimed, rows, lanes: Math.max(0, ...timed.map(({ lane }) => lane + 1)), untimedState };
}

const roundDownToHour = (minutes: number) => Math.floor(minutes / 60) * 60;

type StateFacts = {
  isPast: boolean;
  isClosed: boolean;
  isOver: boolean;
  isFar: boolean;
  isSoon: boolean;
  isFull: boolean;
};

function getState(is: StateFacts): PlaceState {
  if (is.isPast) return 'past';
  if (is.isClosed) return 'closed';
  if (is.isOver) return 'over';
  if (is.isFar) return 'far';
  if (is.isSoon) return 'soon';
  return is.isFull ? 'full' : 'free';
}

type TimedBooking = { booking: Booking; lane: number; from: number; to: number };

/** Puts each booking into the first lane that is free by then; of several at once the longest comes first. */
function placeInLanes(bookings: readonly Booking[]): TimedBooking[] {
  const ends: number[] = [];
  return bookings
    .flatMap((booking) => {
      if (booking.time === null) return [];
      const from = toMinutes(booking.time);
      return [{ booking, from, to: from + Math.max(rowMinutes, booking.minutes ?? 0) }];
    })
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .map((one) => {
      const found = ends.findIndex((end) => end <= roundDown(one.from));
      const lane = found < 0 ? ends.length : found;
      ends[lane] = roundUp(one.to);
      return { ...one, lane };
    });
}

/** Finds the row in which the present moment lies. @returns its index, and how much of it has passed, from 0 to 1; undefined outside the rows. */
export function findMomentRow(
  { rows }: DayLayout,
  date: string,
  now: DateAndTime,
): { row: number; share: number } | undefined {
  if (date !== now.date) return undefined;
  const minutes = toMinutes(now.time);
  const row = rows.findIndex(({ minute }) => minute <= minutes && minutes < minute + rowMinutes);
  return row < 0 ? undefined : { row, share: (minutes - (rows[row]?.minute ?? 0)) / rowMinutes };
}

/** Returns the time of the first place of the day that can be booked without a question. */
export function findFreeTime({ rows }: DayLayout): string | undefined {
  return rows.find(({ state }) => state === 'free')?.time;
}

/** Returns when a booking ends, if its offering says how long it takes. */
export function getEndTime({ time, minutes }: Pick<Booking, 'time' | 'minutes'>): string | undefined {
  if (time === null || minutes === null) return undefined;
  const end = toMinutes(time) + minutes;
  return end < dayMinutes ? toTime(end) : undefined;
}
