import { managementLevels } from '#contract/levels.ts';
import { type DialogTable, urlDialog } from '#web/ui/dialog/dialog-host.tsx';

const load = () => import('./offering-dialog.tsx');

export const offeringDialogs: DialogTable<'offering.new' | 'offering.edit'> = {
  'offering.new': urlDialog(managementLevels, load, 'OfferingDialog', 'offerings.add', 2),
  'offering.edit': urlDialog(managementLevels, load, 'OfferingDialog', 'offerings.update', 2),
};
