import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  assignToDataEntry,
  assignToManagement,
  assignToServiceCenter,
  type Employee,
  editEmployee,
  handOverLeads,
  listEmployeesByLevel,
  listOpenLeadsOf,
  unassignEmployee,
} from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import { call } from '#web/lib/api/api.ts';

const activeOf = { active: 'true', inactive: 'false', all: 'all' } as const;

type EmployeeFilters = { search?: string; status?: keyof typeof activeOf; page?: number };

export const employeeListQuery = (
  level: Level,
  { search = '', status = 'active', page = 1 }: EmployeeFilters = {},
) =>
  queryOptions({
    queryKey: ['employees', 'list', level, { search, status, page }] as const,
    async queryFn({ signal }) {
      const query = { search: search || undefined, active: activeOf[status], page };
      const { employees, totalEmployeeCount, ...pages } = await call(listEmployeesByLevel, {
        params: { level },
        query,
        signal,
      });
      return { rows: employees, total: totalEmployeeCount, ...pages };
    },
    placeholderData: (previous, before) => (before?.queryKey[2] === level ? previous : undefined),
  });

/** Active employees of a level, by name or email. */
export const receiversQuery = (level: Level, search: string) =>
  queryOptions({
    queryKey: ['employees', 'receivers', level, search],
    queryFn: async ({ signal }) => {
      const query = { search: search || undefined, limit: 25 } as const;
      return (await call(listEmployeesByLevel, { params: { level }, query, signal })).employees;
    },
    placeholderData: keepPreviousData,
  });

export const openLeadsQuery = (id: string, page = 1) =>
  queryOptions({
    queryKey: ['leads', 'openOf', id, page],
    queryFn: ({ signal }) => call(listOpenLeadsOf, { params: { id }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

export function useDeparture({ _id: id }: Employee) {
  const client = useQueryClient();
  return {
    setActive: useMutation({
      mutationFn: (isActive: boolean) => call(editEmployee, { params: { id }, body: { isActive } }),
      onSettled: () => void client.invalidateQueries({ queryKey: ['employees'] }),
    }),
    handOver: useMutation({
      mutationFn: ({ to, leads }: { to: string; leads?: string[] }) =>
        call(handOverLeads, { params: { id }, body: { to, leads } }),
      onSettled: () => void client.invalidateQueries({ queryKey: ['leads'] }),
    }),
  };
}

export type Assignment = { to: 'service'; serviceCenter: string[] } | { to: Exclude<Level, 'service'> };

export function useAssign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, assignment }: { id: string; assignment: Assignment }) => assign(id, assignment),
    onSettled: () => void client.invalidateQueries({ queryKey: ['employees'] }),
  });
}

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
