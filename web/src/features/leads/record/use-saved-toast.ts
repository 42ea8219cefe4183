import { useTranslations } from 'use-intl';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { useLeadMutation } from './leads.queries.ts';
import { useBookedLine } from './use-booked-line.ts';

const placeFields = ['status', 'appointmentDate', 'appointmentTime', 'serviceCenter'];

/** Returns a function that says that a change of a lead is saved and offers Undo; of a booking that was made or moved it says for when. */
export function useSavedToast(): (saved: Lead) => void {
  const t = useTranslations('leads');
  const status = useTranslations('leadStatus');
  const bookedLine = useBookedLine();
  const { mutateAsync } = useLeadMutation(undoLeadChange);
  return useUndoOffer({
    done: () => t('updated'),
    line: (lead: Lead) =>
      isGivenPlace(lead)
        ? bookedLine(lead, lead.changedFields.includes('serviceCenter'))
        : t('updatedOne', { name: lead.name }),
    undo: ({ _id: id, version }) => mutateAsync({ params: { id }, body: { version } }),
    undone: () => status('undone'),
  });
}

function isGivenPlace({ status, changedFields }: Lead): boolean {
  return status === 'booked' && placeFields.some((field) => changedFields.includes(field));
}
