import { formatDialogs } from '#web/lib/url/dialog-search.ts';
import type { IntakeSummary } from './intake-summary.ts';

/** Opens the delivery that waits for a person or, of several, their list. */
export function toIntakeSearch(waiting: Omit<IntakeSummary, 'messagesFailed'> | undefined) {
  const { toPlace = 0, failed = 0, onlyToPlace } = waiting ?? {};
  if (onlyToPlace)
    return { state: 'toPlace', dialog: formatDialogs([{ name: 'delivery', id: onlyToPlace }]) } as const;
  if (toPlace > 0) return { state: 'toPlace' } as const;
  return failed > 0 ? ({ state: 'failed' } as const) : {};
}
