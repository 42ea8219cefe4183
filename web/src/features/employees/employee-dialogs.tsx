import { lazy, Suspense, useState } from 'react';
import type { Employee } from '#contract/employees.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { useSession } from '#web/lib/use-session.ts';
import { mayChange, placesFor } from './may-assign.ts';

const AssignDialog = lazy(() =>
  import('./assign-dialog.tsx').then((module) => ({ default: module.AssignDialog })),
);
const UnassignDialog = lazy(() =>
  import('./unassign-dialog.tsx').then((module) => ({ default: module.UnassignDialog })),
);

/**
 * The modals of a list of employees: assigning, which the URL opens, and unassigning.
 *
 * @param assign the id that the URL names; whoever has left the list meanwhile stays in the open modal.
 */
export function useEmployeeDialogs(assign: string | undefined, employees: Employee[] | undefined) {
  const self = useSession();
  const { open, close } = useListUrl();
  const [held, setHeld] = useState<Employee>();
  const [leaving, setLeaving] = useState<Employee>();
  const named = employees?.find(({ _id }) => _id === assign) ?? (held?._id === assign ? held : undefined);
  const isOffered = named && mayChange(self, named) && placesFor(self?.level, named.level).length > 0;

  const dialogs = (
    <Suspense>
      {isOffered && <AssignDialog key={named._id} employee={named} onClose={() => close('assign')} />}
      {leaving && <UnassignDialog employee={leaving} onClose={() => setLeaving(undefined)} />}
    </Suspense>
  );
  const onAssign = (employee: Employee) => {
    setHeld(employee);
    open({ assign: employee._id });
  };
  return { dialogs, onAssign, onUnassign: setLeaving };
}
