import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import type { Connection } from '#contract/intake/connections.ts';
import { intakeLimits } from '#contract/intake/deliveries.ts';
import { addDays, dateInTimeZone, daysBetween } from '#contract/text/dates.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import classes from './connections.module.css';

const silentAfter = 7;
const endsSoon = 14;

/** Says when something came by a connection last, and links to what failed or waits for a person. */
export function LastDelivery({ connection }: { connection: Connection }) {
  const t = useTranslations('intake.connections');
  const formats = useFormats();
  const { _id, lastDeliveryAt } = connection;
  const unsettled = (['failed', 'toPlace'] as const).filter((state) => connection[state] > 0);
  return (
    <span>
      {lastDeliveryAt ? formats.moment(lastDeliveryAt) : t('never')}
      {unsettled.map((state, at) => (
        <Fragment key={state}>
          {at === 0 ? <br /> : ' · '}
          <Link to="/main/intake" search={{ connection: _id, state }} className={classes.unsettled}>
            {t(`unsettled.${state}`, { count: connection[state] })}
          </Link>
        </Fragment>
      ))}
    </span>
  );
}

/** Tells whether a kind of connection needs the keys of an app at Meta. */
export function usesMetaApp(kind: Connection['kind'] | undefined): boolean {
  return kind === 'meta' || kind === 'whatsapp';
}

/** Says whether a connection works, is paused or needs attention. */
export function ConnectionState({ connection }: { connection: Connection }) {
  const t = useTranslations('intake.connections.states');
  const { timeZone } = useDealer();
  const today = useToday();
  const { kind, isReadable, isPaused, lastDeliveryAt, tokenEndedAt, tokenEndsAt } = connection;
  const formats = useFormats();
  if (!isReadable)
    return <span className="danger">{t(usesMetaApp(kind) ? 'keysUnreadable' : 'unreadable')}</span>;
  if (tokenEndedAt) return <span className="danger">{t('tokenEnded')}</span>;
  if (tokenEndsAt && daysBetween(today, dateInTimeZone(timeZone, new Date(tokenEndsAt))) < endsSoon)
    return <span className="danger">{t('tokenEnds', { date: formats.day(tokenEndsAt) })}</span>;
  if (isPaused) return <span>{t('paused')}</span>;
  if (!lastDeliveryAt) return <span className="quiet">{t('never')}</span>;
  const days = daysBetween(dateInTimeZone(timeZone, new Date(lastDeliveryAt)), today);
  return days >= silentAfter ? (
    <span className="danger">{t('silent', { days })}</span>
  ) : (
    <span>{t('receiving')}</span>
  );
}

const { shownDays: count } = intakeLimits;
/** Pixels of a bar, with what parts it from the next, and its lowest and greatest height. */
const bar = { width: 6, step: 8, lowest: 2, height: 14 };

/** Shows how much came on each of the last days, what was refused above it, and how much both are in all. */
export function DeliveriesByDay({ days }: Pick<Connection, 'days'>) {
  const t = useTranslations('intake.connections');
  const today = useToday();
  const shown = Array.from({ length: count }, (_, at) => {
    const day = addDays(today, at + 1 - count);
    return { accepted: 0, refused: 0, ...days.find((each) => each.day === day), day };
  });
  const sum = (kind: 'accepted' | 'refused') => shown.reduce((total, day) => total + day[kind], 0);
  const most = Math.max(1, ...shown.map(({ accepted, refused }) => accepted + refused));
  const tall = (part: number) => (part === 0 ? 0 : Math.max(bar.lowest, (part / most) * bar.height));
  return (
    <>
      <svg className={classes.bars} viewBox={`0 0 ${count * bar.step} ${bar.height}`} aria-hidden>
        {shown.map(({ day, accepted, refused }, at) => {
          const base = { x: at * bar.step, width: bar.width };
          const top = bar.height - tall(accepted);
          return (
            <g key={day}>
              <rect className={classes.ground} {...base} y={bar.height - 1} height={1} />
              <rect className={classes.accepted} {...base} y={top} height={tall(accepted)} />
              <rect className={classes.refused} {...base} y={top - tall(refused)} height={tall(refused)} />
            </g>
          );
        })}
      </svg>
      <span className={classes.counts}>
        {t('counts', { accepted: sum('accepted'), refused: sum('refused') })}
      </span>
    </>
  );
}
