import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import type { Connection } from '#contract/intake/connections.ts';
import { dateIn, daysBetween } from '#contract/text/dates.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import classes from './connections.module.css';

/** Days without a delivery after which a connection that had some is called silent. */
const silentAfter = 7;
/** Days before its end from which a token is shown to end. */
const endsSoon = 14;

/** When it was, and what of a connection's deliveries wants somebody. */
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

/** Whether it receives, or what is wrong with it. */
export function ConnectionState({ connection }: { connection: Connection }) {
  const t = useTranslations('intake.connections.states');
  const { timeZone } = useDealer();
  const today = useToday();
  const { kind, isReadable, isPaused, lastDeliveryAt, tokenEndedAt, tokenEndsAt } = connection;
  const formats = useFormats();
  if (!isReadable)
    return (
      <span className={classes.bad}>
        {t(kind === 'meta' || kind === 'whatsapp' ? 'keysUnreadable' : 'unreadable')}
      </span>
    );
  if (tokenEndedAt) return <span className={classes.bad}>{t('tokenEnded')}</span>;
  if (tokenEndsAt && daysBetween(today, dateIn(timeZone, new Date(tokenEndsAt))) < endsSoon)
    return <span className={classes.bad}>{t('tokenEnds', { date: formats.day(tokenEndsAt) })}</span>;
  if (isPaused) return <span>{t('paused')}</span>;
  if (!lastDeliveryAt) return <span className="quiet">{t('never')}</span>;
  const days = daysBetween(dateIn(timeZone, new Date(lastDeliveryAt)), today);
  return days >= silentAfter ? (
    <span className={classes.bad}>{t('silent', { days })}</span>
  ) : (
    <span>{t('receiving')}</span>
  );
}
