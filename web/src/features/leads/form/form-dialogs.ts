import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';

export const LazyCreateLeadDialog = lazyDialog(
  () => import('./create-lead-dialog.tsx'),
  'CreateLeadDialog',
  'leads.addLead',
  6,
);

export const LazyEditLeadDialog = lazyDialog(
  () => import('./edit-lead-dialog.tsx'),
  'EditLeadDialog',
  'leads.update',
  6,
);
