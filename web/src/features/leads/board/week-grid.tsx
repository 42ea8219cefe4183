import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import { bookingWeekQuery } from './board.queries.ts';
import { getWeekOf } from './board-days.ts';
import { useDayCount } from './day-count.ts';
import { cellProps, useGridKeys } from './use-grid-keys.ts';
import classes from './week-grid.module.css';

type WeekGridProps = { day: string; today: string };

/** A table of centers and the days of a week: how many cars are booked, of how many at most. Each cell leads to its day. */
export function WeekGrid({ day, today }: WeekGridProps) {
  const t = useTranslations('bookings');
  const formats = useFormats();
  const countOf = useDayCount();
  const query = useQuery(bookingWeekQuery(day, today));
  const week = getWeekOf(day, today);
  const idOf = (center: string, date: string) => `${center} ${date}`;
  const ids = query.data?.flatMap(({ serviceCenter, days }) =>
    days.map(({ date }) => idOf(serviceCenter._id, date)),
  );
  const { active, gridProps } = useGridKeys(
    ids ?? [],
    query.data?.[0] && idOf(query.data[0].serviceCenter._id, day),
  );
  return (
    <Loaded query={query} instead={<RecordSkeleton lines={6} />}>
      {(centers) => (
        <div className={classes.frame}>
          <table className={classes.table} {...gridProps}>
            <caption className="visually-hidden">{t('week')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('center')}</th>
                {week.map((date) => (
                  <th key={date} scope="col" data-today={date === today || undefined}>
                    {formats.shortWeekday(date)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {centers.map(({ serviceCenter: { _id, name }, days }) => (
                <tr key={_id}>
                  <th scope="row">{name}</th>
                  {days.map(({ date, isOpen, booked, perDay }) => {
                    const count = countOf({ isOpen, booked, perDay });
                    return (
                      <td
                        key={date}
                        data-today={date === today || undefined}
                        data-closed={!isOpen || undefined}
                      >
                        <Link
                          to="."
                          search={(old) => ({
                            ...old,
                            serviceCenter: _id,
                            day: date === today ? undefined : date,
                            view: 'day' as const,
                          })}
                          className={classes.cell}
                          aria-label={t('weekCell', {
                            center: name,
                            date: formats.weekday(date, today),
                            count: count.words,
                          })}
                          {...cellProps(idOf(_id, date), active)}
                        >
                          {!isOpen && booked > 0 && (
                            <>
                              <span className={classes.closed}>{t('closed')}</span>{' '}
                            </>
                          )}
                          <span className={count.isOver ? 'danger' : undefined}>{count.text}</span>
                          {isOpen && perDay !== null && perDay > 0 && (
                            <meter
                              aria-hidden
                              className={classes.load}
                              min={0}
                              max={perDay}
                              value={Math.min(booked, perDay)}
                            />
                          )}
                        </Link>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Loaded>
  );
}
