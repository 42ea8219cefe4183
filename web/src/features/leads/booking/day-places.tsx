import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type BookingDay, listPlaces } from '#contract/bookings/bookings.ts';
import type { EndpointQueryInput, EndpointReply } from '#contract/call/endpoint.ts';
import { addDays, calendarDate, clockInTimeZone, timeOfDay } from '#contract/text/dates.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormatPlace } from '#web/lib/bookings/use-format-place.ts';
import { useRefusalText } from '#web/lib/bookings/use-refusal-text.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import group from '#web/ui/choice/option-group.module.css';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import classes from './free-places.module.css';
import { arrangeTimes, findFreeAfter } from './places-of-day.ts';

type ChosenPlace = { date: string; time: string };

type DayPlacesProps = {
  // Where, for what and for which lead, whose own booking takes no place.
  wanted: Omit<EndpointQueryInput<typeof listPlaces>, 'date'>;
  // As they are typed; without a day, that of the next free place is shown.
  date: string;
  time: string;
  onChoose: (place: ChosenPlace) => void;
  // Answered once it is known whether there is one, or that this cannot be known.
  isNextWanted: boolean;
  onNextKnown: () => void;
};

/** Shows the free and full half hours of the day that is typed, to be chosen, and takes the next free one when that is wanted. */
export function DayPlaces(props: DayPlacesProps) {
  const { wanted, date, time, onChoose, isNextWanted } = props;
  const t = useTranslations('places');
  const formats = useFormats();
  const formatPlace = useFormatPlace();
  const today = useToday();
  const isDay = calendarDate.safeParse(date).success && date >= today;
  const chosen = isDay ? { date, time: timeOfDay.safeParse(time).success ? time : '' } : undefined;
  const { data, next, failed, isFetching } = useDayPlaces(wanted, chosen, today);
  const take = ({ date, time }: NextPlace) => onChoose({ date, time: time ?? '' });
  const answer = useEffectEvent(() => {
    if (next) take(next);
    props.onNextKnown();
  });
  const isAnswered = next !== undefined || failed !== undefined;
  useEffect(() => {
    if (isNextWanted && isAnswered) answer();
  }, [isNextWanted, isAnswered]);
  const writeNext = (place: NextPlace) =>
    place.time !== null && place.date === data?.day.date
      ? formats.time(place.time)
      : formatPlace.place(place);
  return (
    <section className={classes.day} aria-label={t('title')} aria-busy={!data && isFetching}>
      {!data && failed && <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} />}
      {data && (
        <>
          <div className={classes.head}>
            <DaySummary data={data} />
            {next && (
              <Button
                className={classes.next}
                size="compact-sm"
                variant="light"
                aria-keyshortcuts="Alt+N"
                onClick={() => take(next)}
              >
                {t('nextFree', { place: writeNext(next) })}
                <kbd className={classes.key} aria-hidden>
                  Alt N
                </kbd>
              </Button>
            )}
          </div>
          <Times data={data} time={chosen?.time ?? ''} onChoose={onChoose} />
        </>
      )}
    </section>
  );
}

type Places = EndpointReply<typeof listPlaces>;
type NextPlace = NonNullable<Places['next']>;

function useDayPlaces(wanted: DayPlacesProps['wanted'], chosen: ChosenPlace | undefined, today: string) {
  const placesOn = (date: string) =>
    queryOptions({
      ...endpointQuery(listPlaces, { query: { ...wanted, date } }),
      // It stays while another service is chosen; another day or center is another list.
      placeholderData: (shown, before) => {
        const { query } = before?.queryKey[2] ?? {};
        return query?.serviceCenter === wanted.serviceCenter && query.date === date ? shown : undefined;
      },
    });
  const from = chosen?.date ?? today;
  const first = useQuery(placesOn(from));
  const date = chosen?.date ?? first.data?.next?.date ?? today;
  const day = useQuery(placesOn(date));
  const shown = first.data && day.data;
  const time = shown && findFreeAfter(shown.times, chosen?.time ?? '');
  const later = useQuery({
    ...placesOn(addDays(date, 1)),
    enabled: shown !== undefined && time === undefined,
  });
  // Undefined as long as it is not known.
  const next = time === undefined ? later.data?.next : { date, time };
  const failed = [first, day, later].find(({ data, error }) => data === undefined && error !== null);
  const isKnown = shown !== undefined && !first.isPlaceholderData && !day.isPlaceholderData;
  const isFetching = first.isFetching || day.isFetching;
  return { data: shown, next: isKnown ? next : undefined, failed, isFetching };
}

function DaySummary({ data: { day, refusal } }: { data: Places }) {
  const t = useTranslations('places');
  const refusalText = useRefusalText();
  const formatPlace = useFormatPlace();
  const { booked, perDay } = day;
  const count = perDay === null ? t('anyCars', { booked }) : t('cars', { booked, capacity: perDay });
  const why = getClosedReason(day);
  return (
    <p role="status" className={`two-lines ${classes.summary}`}>
      {refusal ? (
        [refusalText(refusal), why].filter(Boolean).join(' ')
      ) : (
        <>
          <strong>{formatPlace.day(day.date)}</strong> <span className="quiet">· {count}</span>
        </>
      )}
    </p>
  );
}

function getClosedReason({ holiday, closures }: BookingDay): string {
  return holiday ?? closures.map(({ note }) => note ?? '').find((note) => note !== '') ?? '';
}

type TimesProps = { data: Places; time: string; onChoose: DayPlacesProps['onChoose'] };

function Times({ data: { day, times: all }, time: chosen, onChoose }: TimesProps) {
  const t = useTranslations('places');
  const formats = useFormats();
  const formatPlace = useFormatPlace();
  const { timeZone } = useDealer();
  const name = useId();
  const list = useRef<HTMLDivElement>(null);
  // What has passed today is no place any more.
  const [today, now] = clockInTimeZone(timeZone, serverClock.now()).split('T');
  const { hours, times, isHalfDay } = arrangeTimes(all, day.date === today ? now?.slice(0, 5) : undefined);
  useEffect(() => {
    if (chosen)
      list.current
        ?.querySelector(':checked')
        ?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  if (times.length === 0) return null;
  return (
    <fieldset className={classes.fieldset}>
      <legend className="visually-hidden">{t('timesOn', { day: formatPlace.day(day.date) })}</legend>
      <div ref={list} className={classes.times} data-short={isHalfDay || undefined}>
        {hours.map(({ hour, booked, capacity }, at) => (
          <span key={hour} className={classes.hour} style={{ gridColumn: at + 1 }} aria-hidden>
            {capacity === null ? booked || '' : t('ofHour', { booked, capacity })}
          </span>
        ))}
        {times.map(({ time, booked, capacity, isFree, column, row }) => {
          const written = formats.time(time);
          const state = t(isFree ? 'free' : 'notFree');
          const count = capacity === null ? t('anyCars', { booked }) : t('cars', { booked, capacity });
          return (
            <label
              key={time}
              className={`${group.option} ${classes.time}`}
              style={{ '--column': column, '--row': row + 1 } as CSSProperties}
              data-full={!isFree || undefined}
            >
              <input
                type="radio"
                name={name}
                className={group.input}
                aria-label={t('timeLabel', { time: written, state, count })}
                checked={time === chosen}
                onChange={() => onChoose({ date: day.date, time })}
              />
              {isHalfDay ? written.split(/\s/, 1) : written}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
