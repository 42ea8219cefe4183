import { useState } from 'react';
import type { Employee } from '#contract/employees.ts';
import {
  listAssignableRoles,
  mayChangeCenters,
  mayChangeEmployee,
} from '#web/features/employees/assignment/may-assign.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import type { OpenEmployeeDialogs } from './employees-search.ts';

const AssignDialog = lazyDialog(
  () => import('#web/features/employees/assignment/assign-dialogs.tsx'),
  'AssignRoleDialog',
  'employees.assignSubmit',
  3,
);
const CentersDialog = lazyDialog(
  () => import('#web/features/employees/assignment/assign-dialogs.tsx'),
  'EmployeeCentersDialog',
  'employees.centers',
  3,
);
const DeactivateDialog = lazyDialog(
  () => import('#web/features/employees/departure/deactivate-dialog.tsx'),
  'DeactivateDialog',
  'employees.deactivate',
  1,
);
const HandOverDialog = lazyDialog(
  () => import('#web/features/employees/departure/hand-over-dialog.tsx'),
  'HandOverDialog',
  'employees.handOver',
  3,
);
const ResetFactorDialog = lazyDialog(
  () => import('./confirmations.tsx'),
  'ResetSecondFactorDialog',
  'employees.resetFactor',
);
const UnassignDialog = lazyDialog(
  () => import('./confirmations.tsx'),
  'UnassignDialog',
  'employees.unassign',
);

/**
 * The dialogs of an employee list. All but the questions are opened by the URL.
 *
 * @param opened the URL's ids; an open dialog keeps an employee who has left the list.
 */
export function useEmployeeDialogs(opened: OpenEmployeeDialogs, employees: Employee[] | undefined) {
  const self = useSession();
  const { open, replaceRecord: swap, close } = useListUrl();
  const [lastOpened, setLastOpened] = useState<Employee>();
  const [unassigning, setUnassigning] = useState<Employee>();
  const [resettingFactor, setResettingFactor] = useState<Employee>();
  const find = (id: string | undefined) =>
    employees?.find(({ _id }) => _id === id) ?? (lastOpened?._id === id ? lastOpened : undefined);
  const assigned = find(opened.assign);
  const moved = find(opened.centers);
  // As when the dialog opened: it stays while their leads are handed over.
  const departing = lastOpened?._id === opened.deactivate ? lastOpened : find(opened.deactivate);
  const handingOver = find(opened.handOver);
  const isAssignable =
    assigned &&
    mayChangeEmployee(self, assigned) &&
    listAssignableRoles(self?.level, assigned.level).length > 0;

  const dialogs = (
    <>
      {isAssignable && (
        <AssignDialog key={assigned._id} employee={assigned} onClose={() => close('assign')} />
      )}
      {moved && mayChangeCenters(self, moved) && (
        <CentersDialog key={moved._id} employee={moved} onClose={() => close('centers')} />
      )}
      {departing?.isActive && mayChangeEmployee(self, departing) && (
        <DeactivateDialog
          key={departing._id}
          employee={departing}
          onClose={() => close('deactivate')}
          onLeadsLeft={() => swap({ deactivate: undefined, handOver: departing._id })}
        />
      )}
      {handingOver && mayChangeEmployee(self, handingOver) && (
        <HandOverDialog key={handingOver._id} employee={handingOver} onClose={() => close('handOver')} />
      )}
      {resettingFactor && (
        <ResetFactorDialog employee={resettingFactor} onClose={() => setResettingFactor(undefined)} />
      )}
      {unassigning && <UnassignDialog employee={unassigning} onClose={() => setUnassigning(undefined)} />}
    </>
  );
  const openFor = (name: keyof OpenEmployeeDialogs) => (employee: Employee) => {
    setLastOpened(employee);
    open({ [name]: employee._id });
  };
  const actions = {
    onAssign: openFor('assign'),
    onChangeCenters: openFor('centers'),
    onDeactivate: openFor('deactivate'),
    onHandOver: openFor('handOver'),
    onUnassign: setUnassigning,
    onResetFactor: setResettingFactor,
  };
  return { dialogs, actions };
}
