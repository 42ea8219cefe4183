import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';

export const LazyLeadDetailsDialog = lazyDialog(
  () => import('./lead-details-dialog.tsx'),
  'LeadDetailsDialog',
  'leadDetails.title',
  5,
);

export const LazyArchiveLeadDialog = lazyDialog(
  () => import('./archive-dialog.tsx'),
  'ArchiveLeadDialog',
  'leads.confirmTitle',
);
