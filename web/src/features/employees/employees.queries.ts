import {
  assignToDataEntry,
  assignToManagement,
  assignToServiceCenter,
  type Employee,
  listEmployeesByLevel,
  unassignEmployee,
} from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import { change } from '#web/lib/api/change.ts';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';

const activeOf = { active: 'true', inactive: 'false', all: 'all' } as const;

type EmployeeFilters = { search?: string; status?: keyof typeof activeOf; page?: number };

export const employeeListQuery = (
  level: Level,
  { search = '', status = 'active', page = 1 }: EmployeeFilters = {},
) =>
  endpointPage(listEmployeesByLevel, {
    params: { level },
    query: { search, active: activeOf[status], page },
  });

export type Assignment = { to: 'service'; serviceCenter: string[] } | { to: Exclude<Level, 'service'> };

export function presentOf({ level, serviceCenter }: Employee): Assignment {
  if (level !== 'service') return { to: level };
  return { to: level, serviceCenter: serviceCenter.map(({ _id }) => _id) };
}

export function assign({ id, assignment }: { id: string; assignment: Assignment }): Promise<Employee> {
  switch (assignment.to) {
    case 'service':
      return change(assignToServiceCenter, {
        body: { id, level: 'service', serviceCenter: assignment.serviceCenter },
      });
    case 'dataEntry':
      return change(assignToDataEntry, { body: { id } });
    case 'unassigned':
      return change(unassignEmployee, { body: { id, serviceCenter: [] } });
    default:
      return change(assignToManagement, { body: { id, level: assignment.to } });
  }
}
