import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import type { QueueGroup } from '#contract/leads/queue-groups.ts';
import { addDays, dateIn } from '#contract/text/dates.ts';
import { PresentMark } from '#web/features/leads/record/present-mark.tsx';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useDealer, useToday } from '#web/lib/session/dealer.ts';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { pressOpens } from '#web/ui/rows/data-list.tsx';
import { NewRows } from '#web/ui/rows/new-rows.tsx';
import { RowName } from '#web/ui/rows/row-parts.tsx';
import { useSteadyRows } from '#web/ui/rows/steady-rows.ts';
import { useRowKeys } from '#web/ui/rows/use-row-keys.ts';
import type { QueuedLead } from './queue.queries.ts';
import classes from './queue-lines.module.css';

type QueueLinesProps = {
  rows: QueuedLead[];
  isRefreshing: boolean;
  most: number;
  openId: string | undefined;
  onOpen: (lead: QueuedLead) => void;
  /** Draws the lines, in order, in any number of lists. */
  children: (
    rows: readonly QueuedLead[],
    lines: (rows: readonly QueuedLead[], label: string) => ReactNode,
  ) => ReactNode;
};

/** Leads, one a line; others' changes do not move the one pointed at. */
export function QueueLines({ rows: fresh, isRefreshing, most, openId, onOpen, children }: QueueLinesProps) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const { rows = [], gone, waiting, show } = useSteadyRows(list, { rows: fresh, isRefreshing, openId, most });
  const lines = (shown: readonly QueuedLead[], label: string) => (
    <ul className={classes.lines} aria-label={label}>
      {shown.map((lead) => (
        <Line
          key={lead._id}
          lead={lead}
          isOpen={lead._id === openId}
          isGone={gone.has(lead._id)}
          onOpen={() => onOpen(lead)}
        />
      ))}
    </ul>
  );
  return (
    <div ref={list} data-rows="" aria-busy={isRefreshing} className={classes.list}>
      <NewRows count={waiting} onShow={show} />
      {children(rows, lines)}
    </div>
  );
}

type LineProps = { lead: QueuedLead; isOpen: boolean; isGone: boolean; onOpen: () => void };

function Line({ lead, isOpen, isGone, onOpen }: LineProps) {
  const t = useTranslations('queue');
  const ui = useTranslations('ui');
  const { text, isLate } = useDueText()(lead, lead.group);
  return (
    <li
      className={classes.line}
      {...pressOpens(onOpen)}
      data-open={isOpen || undefined}
      data-gone={isGone || undefined}
      title={isGone ? ui('goneRow') : undefined}
    >
      <span className={classes.name}>
        <RowName onOpen={onOpen}>{lead.name}</RowName>
        <PresentMark lead={lead._id} />
      </span>
      <span className={classes.phone}>
        <PhoneLink phone={lead.phone} />
      </span>
      <span className={`one-line ${classes.what}`}>{lead.serviceOrCampaign?.name ?? lead.vehicleNumber}</span>
      <span className={isLate ? `danger ${classes.why}` : classes.why}>{text}</span>
      <span className={`quiet ${classes.tries}`}>
        {lead.contactTries > 0 && t('tries', { count: lead.contactTries })}
      </span>
      <span className={`quiet one-line ${classes.who}`}>{lead.advisor?.name}</span>
    </li>
  );
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `isLate`: should have been seen to earlier. */
type DueText = { text: string; isLate: boolean };

export function useDueText(): (lead: Lead, group: QueueGroup) => DueText {
  const t = useTranslations('queue.why');
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  const now = useNow();

  const dayOf = (date: string) => {
    if (date === today) return t('today');
    if (date === addDays(today, 1)) return t('tomorrow');
    return date === addDays(today, -1) ? t('yesterday') : formats.nearDate(date, today);
  };
  const appointmentOf = ({ appointmentDate, appointmentTime }: Lead) => {
    const date = dayOf(appointmentDate ?? today);
    return appointmentTime ? `${date}, ${formats.time(appointmentTime)}` : date;
  };
  const late = (text: string): DueText => ({ text, isLate: true });
  const calm = (text: string): DueText => ({ text, isLate: false });

  return (lead, group) => {
    switch (group) {
      case 'overdue':
        return late(t('overdue', { days: daysBetween(lead.nextFollowUpDates.at(-1) ?? today, today) }));
      case 'dueToday':
        return calm(t('dueToday'));
      case 'new':
        return calm(waiting(now - Date.parse(lead.createdAt), t));
      case 'passedAppointment':
        return late(t('passedAppointment', { when: appointmentOf(lead) }));
      case 'comingAppointment':
        return calm(t('comingAppointment', { when: appointmentOf(lead) }));
      case 'tryAgain': {
        const at = Date.parse(lead.tryAgainAt ?? lead.updatedAt);
        const date = dateIn(timeZone, new Date(at));
        const when = date === today ? formats.timeOf(at) : `${dayOf(date)}, ${formats.timeOf(at)}`;
        const text = t(at <= now ? 'againSince' : 'againAt', { when });
        return date < today ? late(text) : calm(text);
      }
    }
  };
}

function waiting(time: number, t: ReturnType<typeof useTranslations<'queue.why'>>): string {
  if (time < hour) return t('waitingMinutes', { minutes: Math.max(1, Math.floor(time / minute)) });
  if (time < 2 * day) return t('waitingHours', { hours: Math.floor(time / hour) });
  return t('waitingDays', { days: Math.floor(time / day) });
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / day);
}

/** @returns milliseconds, anew every minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
