import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DialogLoading } from './dialog-loading.tsx';

type LoadedDialogProps<Data> = {
  query: UseQueryResult<Data>;
  /** While it loads. */
  title: string;
  fields: number;
  onClose: () => void;
  children: (data: Data) => ReactNode;
};

/** A dialog that fetches its record first. */
export function LoadedDialog<Data>({ query, children, ...frame }: LoadedDialogProps<Data>) {
  const { data, error, refetch } = query;
  if (data) return children(data);
  return <DialogLoading {...frame} error={error} onRetry={() => void refetch()} />;
}
