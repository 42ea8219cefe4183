import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import type { Booking } from '#contract/bookings/booking.ts';
import classes from './board.module.css';
import { bookingWeekQuery } from './board.queries.ts';
import { useDayCount } from './day-count.ts';
import { dropAttribute, toCenterDropValue } from './use-drag.ts';

const maxColumns = { wide: 5, phone: 3 } as const;

/** Returns how other centers are laid out beside each other above the days, whose place depends on it. */
export function layOutCenters(count: number, isPhone: boolean): CSSProperties {
  const columns = Math.min(count, isPhone ? maxColumns.phone : maxColumns.wide);
  return { '--columns': columns, '--rows': columns && Math.ceil(count / columns) } as CSSProperties;
}

type CenterDropsProps = {
  day: string;
  today: string;
  centers: readonly Booking['serviceCenter'][];
  over: string | undefined;
};

/** The other centers with what is booked there on the day, while a booking is dragged: each takes it at the same time. */
export function CenterDrops({ day, today, centers, over }: CenterDropsProps) {
  const t = useTranslations('bookings');
  const countOf = useDayCount();
  const { data } = useQuery(bookingWeekQuery(day, today));
  return (
    <ul aria-label={t('otherCenters')} className={classes.centers}>
      {centers.map((center) => {
        const found = data?.find(({ serviceCenter }) => serviceCenter._id === center._id);
        const figures = found?.days.find(({ date }) => date === day);
        const count = figures && countOf(figures);
        const drop = toCenterDropValue(center);
        return (
          <li key={center._id} data-over={over === drop || undefined} {...{ [dropAttribute]: drop }}>
            <strong className="one-line">{center.name}</strong>
            <span className={count?.isOver ? 'danger' : undefined}>{count?.text ?? '\u00a0'}</span>
          </li>
        );
      })}
    </ul>
  );
}
