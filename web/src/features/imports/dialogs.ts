import { importLevels, managementLevels } from '#contract/levels.ts';
import { type DialogTable, urlDialog } from '#web/ui/dialog/dialog-host.tsx';

/** The dialogs of imports. `import.revert` takes the id of the import, `import.mendRow` also the row. */
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
