import {
  assignToDataEntry,
  assignToManagement,
  assignToServiceCenter,
  type Employee,
  listEmployeesByLevel,
  unassignEmployee,
} from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';

const activeOf = { active: 'true', inactive: 'false', all: 'all' } as const;

type EmployeeFilters = { search?: string; status?: keyof typeof activeOf; page?: number };

/** Reads a page of the employees of a level. */
export const employeeListQuery = (
  level: Level,
  { search = '', status = 'active', page = 1 }: EmployeeFilters = {},
) =>
  endpointPage(listEmployeesByLevel, {
    params: { level },
    query: { search, active: activeOf[status], page },
  });

/** The level that an employee gets, with the service centers that `service` has. */
export type RoleAssignment = { to: 'service'; serviceCenter: string[] } | { to: Exclude<Level, 'service'> };

/** Returns the level and service centers that an employee has now. */
export function getCurrentAssignment({ level, serviceCenter }: Employee): RoleAssignment {
  if (level !== 'service') return { to: level };
  return { to: level, serviceCenter: serviceCenter.map(({ _id }) => _id) };
}

/**
 * Gives an employee a level and service centers by the call for that level.
 *
 * @throws ApiError
 */
export function saveAssignment({
  id,
  assignment,
}: {
  id: string;
  assignment: RoleAssignment;
}): Promise<Employee> {
  switch (assignment.to) {
    case 'service':
      return mutate(assignToServiceCenter, {
        body: { id, level: 'service', serviceCenter: assignment.serviceCenter },
      });
    case 'dataEntry':
      return mutate(assignToDataEntry, { body: { id } });
    case 'unassigned':
      return mutate(unassignEmployee, { body: { id, serviceCenter: [] } });
    default:
      return mutate(assignToManagement, { body: { id, level: assignment.to } });
  }
}
