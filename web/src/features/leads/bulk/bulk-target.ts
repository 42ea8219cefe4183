import type { MatchingLeadsInput } from '#contract/leads/lead-bulk.ts';
import type { BulkAction } from '#contract/leads/lead-lists.ts';
import { getDraft } from '#web/lib/browser/drafts.ts';

/** A change of many leads that a list offers; sharing is a part of assigning there. */
export type OfferedBulkAction = Exclude<BulkAction, 'share'>;

/** The leads of a bulk change: chosen one by one, or all that match the filters of a list. */
export type BulkTarget = {
  count: number;
  chosen: { leads: string[] } | { matching: MatchingLeadsInput };
};

/** Stores for the dialog, also over a reload, which leads a change of many is about: too many for an address. */
export const bulkTarget = {
  read: (): BulkTarget | undefined => getDraft<BulkTarget>('bulkTarget').read(),
  save: (target: BulkTarget): void => getDraft<BulkTarget>('bulkTarget').save(target),
};
