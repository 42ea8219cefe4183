import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFormats } from '#web/lib/format/use-formats.ts';
import classes from './board.module.css';
import { bookingWeekQuery } from './board.queries.ts';
import { getWeekOf } from './board-days.ts';
import { useDayCount } from './day-count.ts';
import { dropAttribute } from './use-drag.ts';

type DayStripProps = { day: string; today: string; center: string; over: string | undefined };

/** The days of a week with how many cars are booked on each. Each leads to its day, and a booking dropped on it moves there at the same time. */
export function DayStrip({ day, today, center, over }: DayStripProps) {
  const t = useTranslations('bookings');
  const formats = useFormats();
  const countOf = useDayCount();
  const { data } = useQuery(bookingWeekQuery(day, today, center));
  const known = new Map(data?.[0]?.days.map((one) => [one.date, one]));
  return (
    <nav aria-label={t('days')} className={classes.days}>
      {getWeekOf(day, today).map((date) => {
        const found = known.get(date);
        const count = found && countOf(found);
        return (
          <Link
            key={date}
            to="."
            search={(old) => ({ ...old, day: date === today ? undefined : date, lead: undefined })}
            resetScroll={false}
            replace
            activeProps={{}}
            activeOptions={{ exact: true }}
            aria-current={date === day ? 'date' : undefined}
            data-today={date === today || undefined}
            data-over={over === date || undefined}
            {...{ [dropAttribute]: date }}
          >
            <strong>{formats.shortWeekday(date)}</strong>
            <span className={count?.isOver ? 'danger' : undefined}>{count?.text ?? '\u00a0'}</span>
          </Link>
        );
      })}
    </nav>
  );
}
