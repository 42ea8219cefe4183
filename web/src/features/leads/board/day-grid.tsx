import { IconPlus } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { BookingCard, type SharedCardProps } from './booking-card.tsx';
import { toPlaceCellId } from './cells.ts';
import classes from './day-grid.module.css';
import {
  type DateAndTime,
  type DayLayout,
  type DayRow,
  findMomentRow,
  type PlaceState,
} from './day-layout.ts';
import { dropAttribute, toDropValue } from './use-drag.ts';
import { cellProps } from './use-grid-keys.ts';

type DayGridProps = SharedCardProps & {
  label: string;
  date: string;
  layout: DayLayout;
  clock: DateAndTime;
  over: string | undefined;
  gridProps: object;
  onBook: (time: string | null) => void;
};

/** The day of a center as a grid of half hours with their bookings, each with a cell that books another one. */
export function DayGrid(props: DayGridProps) {
  const { label, date, layout, clock, over, gridProps, onBook, ...card } = props;
  const { untimed, untimedState, rows, lanes } = layout;
  const t = useTranslations('bookings');
  const places = { date, over, onBook, active: card.active };
  return (
    <table className={classes.grid} data-rows="" {...gridProps}>
      <caption className="visually-hidden">{label}</caption>
      {(untimed.length > 0 || untimedState !== 'past') && (
        <tbody>
          <tr className={classes.untimed}>
            <th scope="row" className={classes.time}>
              {t('noTime')}
            </th>
            {untimed.map((booking) => (
              <BookingCard key={booking._id} {...card} booking={booking} />
            ))}
            <PlaceCell {...places} time={null} state={untimedState} />
          </tr>
        </tbody>
      )}
      <tbody className={classes.times} style={{ '--lanes': Math.max(1, lanes) } as CSSProperties}>
        {rows.map((row, at) => (
          <Row key={row.minute} row={row} at={at} card={card} places={places} />
        ))}
        <NowLine layout={layout} date={date} clock={clock} />
      </tbody>
    </table>
  );
}

type PlacesProps = Pick<DayGridProps, 'date' | 'over' | 'onBook' | 'active'>;

function Row({
  row,
  at,
  card,
  places,
}: {
  row: DayRow;
  at: number;
  card: SharedCardProps;
  places: PlacesProps;
}) {
  const formats = useFormats();
  const { time, minute, hour, placed, state, note } = row;
  const isHour = minute % 60 === 0;
  return (
    <tr
      className={classes.row}
      style={{ '--row': at + 1 } as CSSProperties}
      data-empty={(state === 'past' && placed.length === 0) || undefined}
    >
      <th scope="row" className={classes.time} data-hour={isHour || undefined}>
        <span>{formats.time(time)}</span>
        {hour && <HourCount {...hour} />}
      </th>
      {placed.map(({ booking, lane, rows }) => (
        <BookingCard
          key={booking._id}
          {...card}
          booking={booking}
          rowTime={time}
          lines={rows * 2 - 1}
          style={{ '--lane': lane, '--rows': rows } as CSSProperties}
        />
      ))}
      <PlaceCell {...places} time={time} state={state} note={note} isHour={isHour} />
    </tr>
  );
}

function HourCount({ booked, capacity }: { booked: number; capacity: number | null }) {
  const t = useTranslations('bookings');
  if (capacity === null) return null;
  return (
    <span className={booked > capacity ? 'danger' : undefined}>{t('ofCapacity', { booked, capacity })}</span>
  );
}

type PlaceCellProps = PlacesProps & {
  time: string | null;
  state: PlaceState;
  note?: string | null;
  isHour?: boolean;
};

function PlaceCell({ date, over, onBook, active, time, state, note, isHour = true }: PlaceCellProps) {
  const t = useTranslations('bookings');
  const formats = useFormats();
  const drop = toDropValue({ date, time });
  const look = {
    'data-state': state,
    'data-hour': isHour || undefined,
    'data-over': over === drop || undefined,
  };
  if (state === 'past') return <td className={classes.place} {...look} {...{ [dropAttribute]: drop }} />;
  const written = time === null ? t('anyTime') : formats.time(time);
  return (
    <td className={classes.place} {...look}>
      <button
        type="button"
        className={classes.book}
        aria-label={
          note ? t('place.closedFor', { time: written, note }) : t(`place.${state}`, { time: written })
        }
        {...cellProps(toPlaceCellId(time), active)}
        {...{ [dropAttribute]: drop }}
        onClick={() => onBook(time)}
      >
        <IconPlus size={14} stroke={2} aria-hidden className={classes.plus} />
        {note && <span className={`one-line ${classes.note}`}>{note}</span>}{' '}
        <span>{t(`states.${state}`)}</span>
      </button>
    </td>
  );
}

function NowLine({ layout, date, clock }: { layout: DayLayout; date: string; clock: DateAndTime }) {
  const line = useRef<HTMLTableRowElement>(null);
  const moment = findMomentRow(layout, date, clock);
  const isShown = moment !== undefined;
  useEffect(() => {
    if (isShown) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (!moment) return null;
  const style = { '--row': moment.row + 1, '--share': `${moment.share * 100}%` } as CSSProperties;
  return <tr ref={line} aria-hidden className={classes.now} style={style} />;
}
