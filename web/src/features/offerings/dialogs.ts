import { managementLevels } from '#contract/levels.ts';
import { type DialogTable, urlDialog } from '#web/ui/dialog/dialog-host.tsx';

const load = () => import('./offering-dialog.tsx');

/** The dialogs of offerings. `offering.new` takes no id. */
export const offeringDialogs: DialogTable<'offering.new' | 'offering.edit'> = {
  'offering.new': urlDialog(managementLevels, load, 'OfferingDialog', 'offerings.add', 2),
  'offering.edit': urlDialog(managementLevels, load, 'OfferingDialog', 'offerings.update', 2),
};
