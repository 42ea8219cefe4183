import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';

export const LeadDetailsDialog = lazyDialog(
  () => import('./lead-details-dialog.tsx'),
  'LeadDetailsDialog',
  'leadDetails.title',
  5,
);

export const ArchiveDialog = lazyDialog(
  () => import('./archive-dialog.tsx'),
  'ArchiveDialog',
  'leads.confirmTitle',
);
