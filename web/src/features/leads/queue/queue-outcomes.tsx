import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { OutcomeIcons } from '#web/features/leads/booking/outcome-icons.tsx';
import { type OutcomeBooking, useOutcomeActions } from '#web/features/leads/booking/use-outcome-actions.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import type { QueuedLead } from './queue.queries.ts';
import classes from './queue-outcomes.module.css';

type QueueOutcomesProps = {
  list: RefObject<HTMLElement | null>;
  rows: readonly QueuedLead[];
  removedIds: ReadonlySet<string>;
  // Its panel has the keys.
  openId: string | undefined;
};

/** Says what became of a booking whose day has come in the row that is pointed at, and by keys in the one that has the focus. */
export function QueueOutcomes({ list, rows, removedIds, openId }: QueueOutcomesProps) {
  const today = useToday();
  const { pointed, focused } = useRowInUse(list);
  const bookingIn = (row: Element | undefined): OutcomeBooking | undefined => {
    const lead = row && rows.find(({ _id }) => _id === row.getAttribute('data-row'));
    const date = lead?.status === 'booked' && !removedIds.has(lead._id) && lead.appointmentDate;
    return date && date <= today ? { _id: lead._id, name: lead.name, date, outcome: 'expected' } : undefined;
  };
  const chosen = openId === undefined ? bookingIn(focused) : undefined;
  // A row that is pointed at gets the focus when it is pressed, and its buttons must stay.
  const shown = new Set([pointed, focused].filter((row) => row !== undefined));
  return (
    <>
      {[...shown].map((row) => (
        <RowOutcomes key={row.getAttribute('data-row')} row={row} booking={bookingIn(row)} />
      ))}
      {chosen && <OutcomeKeys booking={chosen} />}
    </>
  );
}

function RowOutcomes({ row, booking }: { row: Element; booking: OutcomeBooking | undefined }) {
  if (!booking) return null;
  return createPortal(
    <span className={`${classes.outcomes} screen-only`}>
      <OutcomeIcons booking={booking} />
    </span>,
    row,
  );
}

function OutcomeKeys({ booking }: { booking: OutcomeBooking }) {
  const t = useTranslations('bookingOutcomes.keys');
  const { arrive, stayAway } = useOutcomeActions(booking);
  useShortcut('a', t('arrived'), () => arrive?.());
  useShortcut('d', t('didNotCome'), () => stayAway?.());
  return null;
}

const rowOf = (target: EventTarget | null) =>
  (target instanceof Element && target.closest('[data-row]')) || undefined;

function useRowInUse(list: RefObject<HTMLElement | null>) {
  const [pointed, setPointed] = useState<Element>();
  const [focused, setFocused] = useState<Element>();
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    // What brought this here has happened already.
    setPointed(element.querySelector('[data-row]:hover') ?? undefined);
    setFocused(element.querySelector('[data-row]:focus-within') ?? undefined);
    const listening = new AbortController();
    const { signal } = listening;
    const point = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') setPointed(rowOf(target));
    };
    element.addEventListener('pointerover', point, { signal });
    element.addEventListener('pointerleave', () => setPointed(undefined), { signal });
    element.addEventListener('focusin', ({ target }) => setFocused(rowOf(target)), { signal });
    element.addEventListener('focusout', () => setFocused(undefined), { signal });
    return () => listening.abort();
  }, [list]);
  return { pointed, focused };
}
