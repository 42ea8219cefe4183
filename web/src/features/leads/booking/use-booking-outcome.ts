import { useTranslations } from 'use-intl';
import type { BookingOutcome } from '#contract/bookings/booking.ts';
import {
  type SetBookingOutcomeBody,
  setBookingOutcome,
  setBookingReady,
} from '#contract/bookings/booking-outcomes.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { cacheAnswer } from '#web/features/leads/record/leads.queries.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useUndoable } from '#web/ui/feedback/use-undoable.ts';

/** Saves the outcome of a booking, and shows the lead as the server answered. */
export async function saveBookingOutcome(id: string, body: SetBookingOutcomeBody): Promise<Lead> {
  const { lead } = await mutate(setBookingOutcome, { params: { id }, body });
  cacheAnswer(lead);
  return lead;
}

type OutcomeChange = { body: SetBookingOutcomeBody; before: BookingOutcome };

/** @returns a function that sets the outcome of a booking; for 10 seconds it can be undone, together with the move of the lead that came with it. */
export function useBookingOutcome({ _id, name }: Pick<Lead, '_id' | 'name'>) {
  const t = useTranslations('bookingOutcomes');
  return useUndoable({
    async act({ body, before }: OutcomeChange) {
      return { body, before, lead: await saveBookingOutcome(_id, body) };
    },
    line: ({ body }) => t(`lines.${body.outcome}`, { name }),
    undo: ({ body, before, lead }) =>
      saveBookingOutcome(_id, {
        outcome: before === 'done' ? 'expected' : before,
        ...(body.move && { version: lead.version }),
      }),
    undone: () => t('takenBack'),
  });
}

/** @returns a function that notes that a car can be collected, or not any more; it can be undone for 10 seconds. */
export function useBookingReady({ _id, name }: Pick<Lead, '_id' | 'name'>) {
  const t = useTranslations('bookingOutcomes');
  const save = (isReady: boolean) => mutate(setBookingReady, { params: { id: _id }, body: { isReady } });
  return useUndoable({
    act: async (isReady: boolean) => {
      await save(isReady);
      return isReady;
    },
    line: (isReady) => t(isReady ? 'lines.ready' : 'lines.notReady', { name }),
    undo: (isReady) => save(!isReady),
    undone: () => t('takenBack'),
  });
}
