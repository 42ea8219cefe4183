import { useEffect, useState } from 'react';

type RecordQuery<Row> = { data: Row | undefined; error: unknown; refetch: () => unknown };

/**
 * Finds the record of a dialog in what a query answers, for a `RecordDialog`. A dialog that is open keeps one that has gone since; one
 * that was never there closes it.
 *
 * @param find answers the same object as long as the data are the same.
 */
export function useRecordIn<Data, Row>(
  query: RecordQuery<Data> & { isFetching: boolean },
  find: (data: Data) => Row | undefined,
  onClose: () => void,
): RecordQuery<Row> {
  const { data, error, refetch, isFetching } = query;
  const found = data && find(data);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const isMissing = data !== undefined && !isFetching && !found && !last;
  useEffect(() => {
    if (isMissing) onClose();
  }, [isMissing, onClose]);
  return { data: found ?? last, error, refetch };
}
