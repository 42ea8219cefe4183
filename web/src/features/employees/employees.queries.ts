import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  assignToDataEntry,
  assignToManagement,
  assignToServiceCenter,
  type Employee,
  listEmployeesByLevel,
  unassignEmployee,
} from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import { call } from '#web/lib/api.ts';

/** A page of the employees of a level; the previous rows stay while others of the same level are fetched. */
export const employeeListQuery = (level: Level, search = '', page = 1) =>
  queryOptions({
    queryKey: ['employees', 'list', level, { search, page }] as const,
    queryFn: ({ signal }) =>
      call(listEmployeesByLevel, { params: { level }, query: { search: search || undefined, page }, signal }),
    placeholderData: (previous, before) => (before?.queryKey[2] === level ? previous : undefined),
  });

/** The level that somebody gets; with `service` the ids of his centers. */
export type Assignment = { to: 'service'; serviceCenter: string[] } | { to: Exclude<Level, 'service'> };

/** Gives somebody a level, or takes it away. */
export function useAssign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, assignment }: { id: string; assignment: Assignment }) => assign(id, assignment),
    onSettled: () => void client.invalidateQueries({ queryKey: ['employees'] }),
  });
}

/** @returns what gives an employee again the level and centers that he has now. */
export function presentOf({ level, serviceCenter }: Employee): Assignment {
  if (level !== 'service') return { to: level };
  return { to: level, serviceCenter: serviceCenter.map(({ _id }) => _id) };
}

function assign(id: string, assignment: Assignment): Promise<Employee> {
  switch (assignment.to) {
    case 'service':
      return call(assignToServiceCenter, {
        body: { id, level: 'service', serviceCenter: assignment.serviceCenter },
      });
    case 'dataEntry':
      return call(assignToDataEntry, { body: { id } });
    case 'unassigned':
      return call(unassignEmployee, { body: { id, serviceCenter: [] } });
    default:
      return call(assignToManagement, { body: { id, level: assignment.to } });
  }
}
