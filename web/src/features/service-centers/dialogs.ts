import { managementLevels } from '#contract/levels.ts';
import { type DialogTable, urlDialog } from '#web/ui/dialog/dialog-host.tsx';

const load = () => import('./service-center-dialog.tsx');

/** The dialogs of service centers. `serviceCenter.new` takes no id. */
export const serviceCenterDialogs: DialogTable<'serviceCenter.new' | 'serviceCenter.edit'> = {
  'serviceCenter.new': urlDialog(managementLevels, load, 'ServiceCenterDialog', 'serviceCenters.create', 3),
  'serviceCenter.edit': urlDialog(managementLevels, load, 'ServiceCenterDialog', 'serviceCenters.update', 3),
};
