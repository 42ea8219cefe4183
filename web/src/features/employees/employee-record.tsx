import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { type Employee, listEmployeesByLevel } from '#contract/employees.ts';
import type { ListPage } from '#web/lib/api/endpoint-query.ts';
import { queryKeyOf } from '#web/lib/api/query-keys.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useRecordIn } from '#web/ui/dialog/use-record-in.ts';

type EmployeeRecordProps = Pick<DialogProps, 'id' | 'onClose'> & {
  title: string;
  fields: number;
  isAllowed: (employee: Employee) => boolean;
  children: (employee: Employee) => ReactNode;
};

const queryKey = queryKeyOf(listEmployeesByLevel);

/** Shows a dialog of an employee whom a list on screen has: no call reads one alone. */
export function EmployeeRecord({ id, isAllowed, children, ...frame }: EmployeeRecordProps) {
  const client = useQueryClient();
  const find = () =>
    client
      .getQueriesData<ListPage<Employee>>({ queryKey })
      .flatMap(([, page]) => page?.rows ?? [])
      .find(({ _id }) => _id === id);
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(onChange),
    [client],
  );
  const listed = useSyncExternalStore(subscribe, find);
  const isFetching = useIsFetching({ queryKey }) > 0;
  const query = useRecordIn(
    { data: { listed }, error: null, refetch: () => client.refetchQueries({ queryKey }), isFetching },
    ({ listed }) => (listed && isAllowed(listed) ? listed : undefined),
    frame.onClose,
  );
  return (
    <RecordDialog {...frame} query={query}>
      {children}
    </RecordDialog>
  );
}
