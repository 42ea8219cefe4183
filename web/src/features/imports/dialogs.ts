import { importLevels, managementLevels } from '#contract/levels.ts';
import { type DialogTable, urlDialog } from '#web/ui/dialog/dialog-host.tsx';

export const importDialogs: DialogTable<'import.revert' | 'import.mendRow'> = {
  'import.revert': urlDialog(
    managementLevels,
    () => import('./revert-dialog.tsx'),
    'RevertImportQuestion',
    'imports.outcome.revertAsk',
  ),
  'import.mendRow': urlDialog(
    importLevels,
    () => import('./mend-row-dialog.tsx'),
    'MendRowDialog',
    'imports.mend.title',
    6,
  ),
};
