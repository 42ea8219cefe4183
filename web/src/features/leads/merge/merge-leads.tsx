import { usePanelSearch } from '#web/features/leads/record/panel-search.ts';
import { useMayMerge } from '#web/features/leads/record/use-may-merge.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { MergeLeadsDialog } from './merge-leads-dialog.tsx';

/** The dialog of the URL's `mergeLeads`, on whatever screen. @param ids between commas. */
export function MergeLeads({ ids: given }: { ids: string }) {
  const ids = [...new Set(given.split(','))];
  const { lead } = usePanelSearch();
  const { close, replaceUnguarded } = useListUrl();
  if (!useMayMerge()) return null;
  const leave = () => close('mergeLeads');
  return (
    <MergeLeadsDialog
      key={given}
      ids={ids}
      // A panel of one that was joined goes on with the one that was kept.
      onMerged={({ _id }) =>
        lead && lead !== _id && ids.includes(lead)
          ? replaceUnguarded({ lead: _id, mergeLeads: undefined })
          : leave()
      }
      onClose={leave}
    />
  );
}
