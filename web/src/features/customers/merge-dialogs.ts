import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';

export const MergeCustomersDialog = lazyDialog(
  () => import('./merge-customers-dialog.tsx'),
  'MergeCustomersDialog',
  'customers.merge.title',
  3,
);
