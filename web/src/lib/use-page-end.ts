import { useEffect } from 'react';

type ListState = {
  page: number;
  totalPages: number | undefined;
  rows: readonly unknown[] | undefined;
  /** What is shown belongs to other filters still. */
  isPlaceholder: boolean;
};

/**
 * Turns back to the last page when the list has become shorter than the page that the URL names.
 *
 * @returns whether that is the case, so that the list shows itself as loading meanwhile.
 */
export function usePageEnd(
  { page, totalPages = 0, rows, isPlaceholder }: ListState,
  turn: (page: number) => void,
): boolean {
  const isPastEnd = rows?.length === 0 && totalPages > 0 && page > totalPages;
  useEffect(() => {
    if (isPastEnd && !isPlaceholder) turn(totalPages);
  }, [isPastEnd, isPlaceholder, turn, totalPages]);
  return isPastEnd;
}
