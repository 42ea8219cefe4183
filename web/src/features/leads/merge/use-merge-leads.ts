import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import type { LeadField } from '#web/features/leads/record/lead-fields.tsx';
import { cacheLead } from '#web/features/leads/record/leads.queries.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { offerUndo } from '#web/ui/feedback/status-bar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

/** Says what was done, and offers to undo it. A refusal is for the form to say. */
export function useMergeLeads() {
  const t = useTranslations('mergeLeads');
  const undo = useUndoLeadMerge();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof mergeLeads>) => mutate(mergeLeads, { body }),
    onSuccess({ lead, merge }) {
      cacheLead(lead);
      const count = merge.leads.length + 1;
      toast.success(t('merged', { count }));
      offerUndo(t('mergedLine', { count, name: lead.name }), () => undo.mutate(merge._id));
    },
  });
}

/** Undoes a merge by its id. Says what was changed or came since, and stays. */
export function useUndoLeadMerge() {
  const t = useTranslations('mergeLeads');
  const names = useTranslations('leads.fields');
  const formats = useFormats();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (id: string) => mutate(undoLeadMerge, { params: { id }, body: {} }),
    onSuccess({ lead, leads, stayed, since }) {
      for (const one of [lead, ...leads]) cacheLead(one);
      const came = (['contacts', 'comments', 'enquiries'] as const).filter((what) => since[what] > 0);
      const what = [
        ...stayed.map((field) => names(field as LeadField)),
        ...came.map((what) => t(`since.${what}`, { count: since[what] })),
      ];
      toast.success(what.length > 0 ? t('undoneBut', { what: formats.all(what) }) : t('undone'));
    },
    onError: (error) => toast.error(errorText(error)),
  });
}
