import { useTranslations } from 'use-intl';
import {
  type BookingOutcomeChange,
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
  return (await changeOutcome(id, body)).lead;
}

async function changeOutcome(id: string, body: SetBookingOutcomeBody): Promise<BookingOutcomeChange> {
  const changed = await mutate(setBookingOutcome, { params: { id }, body });
  cacheAnswer(changed.lead);
  return changed;
}

/** Makes a mutation that can be undone, whose `run` sets the outcome of a booking. */
export function useBookingOutcome({ _id }: Pick<Lead, '_id'>) {
  const t = useTranslations('bookingOutcomes');
  return useUndoable({
    async act(outcome: SetBookingOutcomeBody['outcome']) {
      return { ...(await changeOutcome(_id, { outcome })), said: outcome };
    },
    line: ({ said, lead }) => t(`lines.${said}`, { name: lead.name }),
    undo: ({ before, lead }) => saveBookingOutcome(lead._id, { outcome: before }),
    undone: () => t('takenBack'),
  });
}

/** Makes a mutation that can be undone, whose `run` notes that a car can be collected, or not any more. */
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
