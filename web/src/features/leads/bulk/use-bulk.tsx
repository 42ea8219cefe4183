import type { ReactNode } from 'react';
import { type MatchingLeadsInput, startBulkChange } from '#contract/leads/lead-bulk.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import type { ListPage } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { LostPart } from '#web/ui/lazy/lost-part.tsx';
import { type RowSelection, useRowSelection } from '#web/ui/rows/row-selection.tsx';
import type { OfferedBulkAction } from './bulk-target.ts';

const BulkBar = lazyPart(() => import('./bulk-bar.tsx'), 'BulkChangeBar', {
  failed: (_, failure) => <LostPart {...failure} isAtBottom />,
});

export type BulkChangeOptions = {
  matching: MatchingLeadsInput;
  actions: readonly OfferedBulkAction[];
};

/** Lists the bulk changes that a list of one status, or of all, offers. */
export function listBulkActions(status: LeadStatus | 'all'): readonly OfferedBulkAction[] {
  const mayFollowUp = status === 'potential' || status === 'all';
  return ['assign', 'moveCenter', ...(mayFollowUp ? (['followUp'] as const) : []), 'archive'];
}

/**
 * Makes a list of leads selectable: its `selection`, and the `bar` of what can be done with it; nothing for levels without bulk
 * changes.
 */
export function useBulkChanges(
  list: ListPage<Lead> | undefined,
  changes: BulkChangeOptions | undefined,
): {
  selection: RowSelection<Lead> | undefined;
  bar: ReactNode;
} {
  const mayChange = mayCall(startBulkChange, useSession()?.level);
  const selection = useRowSelection<Lead>(
    list?.rows,
    JSON.stringify(changes?.matching ?? null),
    ({ name }) => name,
  );
  if (!mayChange || !changes) return { selection: undefined, bar: undefined };
  const isAny = selection.isAll || selection.ids.length > 0;
  return {
    selection,
    bar: isAny && (
      <BulkBar {...changes} chosen={selection} total={list?.total ?? 0} isTotalCapped={list?.isTotalCapped} />
    ),
  };
}
