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

/** Says what became of a booking, and shows the lead as the server answered. */
export async function saveBookingOutcome(id: string, body: SetBookingOutcomeBody): Promise<Lead> {
  const { lead } = await mutate(setBookingOutcome, { params: { id }, body });
  cacheAnswer(lead);
  return lead;
}

type OutcomeChange = { body: SetBookingOutcomeBody; before: BookingOutcome };

/** @returns a change of a booking's outcome that can be undone with what came next of the lead, for 10 seconds. */
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

/** @returns how to say of a car that it can be collected, which can be undone for 10 seconds. */
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
