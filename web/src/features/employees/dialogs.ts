import { managementLevels } from '#contract/levels.ts';
import { type DialogTable, urlDialog } from '#web/ui/dialog/dialog-host.tsx';

const loadAssignment = () => import('#web/features/employees/assignment/assign-dialogs.tsx');

/** The dialogs of an employee, each by their id. */
export const employeeDialogs: DialogTable<
  'employee.assign' | 'employee.centers' | 'employee.away' | 'employee.deactivate'
> = {
  'employee.assign': urlDialog(
    managementLevels,
    loadAssignment,
    'AssignRoleDialog',
    'employees.assignSubmit',
    3,
  ),
  'employee.centers': urlDialog(
    managementLevels,
    loadAssignment,
    'EmployeeCentersDialog',
    'employees.centers',
    3,
  ),
  'employee.deactivate': urlDialog(
    managementLevels,
    () => import('#web/features/employees/departure/deactivate-dialog.tsx'),
    'DeactivateDialog',
    'employees.deactivate',
    1,
  ),
  'employee.away': urlDialog(
    managementLevels,
    () => import('#web/features/employees/away/away-dialog.tsx'),
    'AwayDialog',
    'employees.away',
    1,
  ),
};
