import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { EndpointBodyInput, EndpointReply } from '#contract/call/endpoint.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import type { LeadField } from '#web/features/leads/record/lead-fields.tsx';
import { cacheLead } from '#web/features/leads/record/leads.queries.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useToastedMutation, useUndoOffer } from '#web/ui/feedback/use-undoable.ts';

/** Makes a mutation that merges leads, says that it was done and offers to undo it. A refusal is for the form to say. */
export function useMergeLeads() {
  const t = useTranslations('mergeLeads');
  const undo = useUndoLeadMerge();
  const offerToUndo = useUndoOffer({
    done: ({ merge }: EndpointReply<typeof mergeLeads>) => t('merged', { count: merge.leads.length + 1 }),
    line: ({ lead, merge }) => t('mergedLine', { count: merge.leads.length + 1, name: lead.name }),
    undo: ({ merge }) => undo.run(merge._id),
  });
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof mergeLeads>) => mutate(mergeLeads, { body }),
    onSuccess(done) {
      cacheLead(done.lead);
      offerToUndo(done);
    },
  });
}

/** Makes a mutation whose `run` undoes the merge of an id and says what was changed or came since, and stays. */
export function useUndoLeadMerge() {
  const t = useTranslations('mergeLeads');
  const names = useTranslations('leads.fields');
  const formats = useFormats();
  return useToastedMutation({
    async act(id: string) {
      const undone = await mutate(undoLeadMerge, { params: { id }, body: {} });
      for (const one of [undone.lead, ...undone.leads]) cacheLead(one);
      return undone;
    },
    done({ stayed, since }) {
      const came = (['contacts', 'comments', 'enquiries'] as const).filter((what) => since[what] > 0);
      const what = [
        ...stayed.map((field) => names(field as LeadField)),
        ...came.map((what) => t(`since.${what}`, { count: since[what] })),
      ];
      return what.length > 0 ? t('undoneBut', { what: formats.all(what) }) : t('undone');
    },
  });
}
