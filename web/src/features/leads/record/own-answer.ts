import type { Lead } from '#contract/leads/leads.ts';

let last: { lead: string; at: number } | undefined;

/** Holds the lead with which the user's own change was answered last, and when, as `Date.now()` says it. */
export const ownAnswer = {
  note({ _id }: Lead) {
    last = { lead: _id, at: Date.now() };
  },

  /** @returns 0 when the last change was of another lead. */
  atOf: (lead: string): number => (last?.lead === lead ? last.at : 0),
};
