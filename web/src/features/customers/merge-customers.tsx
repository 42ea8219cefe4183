import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';

const MergeCustomersDialog = lazyDialog(
  () => import('./merge-customers-dialog.tsx'),
  'MergeCustomersDialog',
  'customers.merge.title',
  3,
);

type MergeCustomersProps = {
  // `mergeCustomers` of the URL: ids with commas between them; of one, who else it is gets chosen.
  ids: string | undefined;
  onMerged?: (keptId: string) => void;
};

export function MergeCustomersHost({ ids, onMerged }: MergeCustomersProps) {
  const { correctUrl: settle, close } = useListUrl();
  if (!ids) return null;
  return (
    <MergeCustomersDialog
      ids={ids.split(',')}
      onChange={(next) => settle({ mergeCustomers: next.join() })}
      onMerged={onMerged}
      onClose={() => close('mergeCustomers')}
    />
  );
}
