import { lazy, Suspense, useState } from 'react';
import type { Employee } from '#contract/employees.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { useSession } from '#web/lib/use-session.ts';
import type { EmployeesSearch } from './employees-search.ts';
import { mayChange, mayChangeCenters, placesFor } from './may-assign.ts';

const AssignDialog = lazy(() =>
  import('./assign-dialog.tsx').then((module) => ({ default: module.AssignDialog })),
);
const CentersDialog = lazy(() =>
  import('./centers-dialog.tsx').then((module) => ({ default: module.CentersDialog })),
);
const UnassignDialog = lazy(() =>
  import('./unassign-dialog.tsx').then((module) => ({ default: module.UnassignDialog })),
);

/**
 * The modals of a list of employees: assigning and changing centers, which the URL opens, and unassigning.
 *
 * @param opened the ids that the URL names; whoever has left the list meanwhile stays in the open modal.
 */
export function useEmployeeDialogs(
  opened: Pick<EmployeesSearch, 'assign' | 'centers'>,
  employees: Employee[] | undefined,
) {
  const self = useSession();
  const { open, close } = useListUrl();
  const [held, setHeld] = useState<Employee>();
  const [leaving, setLeaving] = useState<Employee>();
  const find = (id: string | undefined) =>
    employees?.find(({ _id }) => _id === id) ?? (held?._id === id ? held : undefined);
  const assigned = find(opened.assign);
  const moved = find(opened.centers);
  const isAssignable =
    assigned && mayChange(self, assigned) && placesFor(self?.level, assigned.level).length > 0;

  const dialogs = (
    <Suspense>
      {isAssignable && (
        <AssignDialog key={assigned._id} employee={assigned} onClose={() => close('assign')} />
      )}
      {moved && mayChangeCenters(self, moved) && (
        <CentersDialog key={moved._id} employee={moved} onClose={() => close('centers')} />
      )}
      {leaving && <UnassignDialog employee={leaving} onClose={() => setLeaving(undefined)} />}
    </Suspense>
  );
  const onAssign = (employee: Employee) => {
    setHeld(employee);
    open({ assign: employee._id });
  };
  const onChangeCenters = (employee: Employee) => {
    setHeld(employee);
    open({ centers: employee._id });
  };
  return { dialogs, onAssign, onChangeCenters, onUnassign: setLeaving };
}
