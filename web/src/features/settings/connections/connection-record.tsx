import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Connection, listConnections } from '#contract/intake/connections.ts';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useRecordIn } from '#web/ui/dialog/use-record-in.ts';

type ConnectionRecordProps = Pick<DialogProps, 'id' | 'onClose'> & {
  title: string;
  fields: number;
  children: (connection: Connection) => ReactNode;
};

/** Shows a dialog of a connection, which the list of all reads. */
export function ConnectionRecord({ id, children, ...frame }: ConnectionRecordProps) {
  const list = useQuery(endpointPage(listConnections, {}));
  const query = useRecordIn(list, ({ rows }) => rows.find(({ _id }) => _id === id), frame.onClose);
  return (
    <RecordDialog {...frame} query={query}>
      {children}
    </RecordDialog>
  );
}
