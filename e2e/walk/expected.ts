/** What a step adds to a lead; `any`: what it may change, if anything. */
export type Write = Partial<Record<'contacts' | 'comments' | 'replies', number>> & {
  note?: string | null;
  comment?: string;
  /** Notes of the lead itself. */
  notes?: string;
  any?: true;
};

/** What must be true after a step. What is absent is open; every lead without a write is untouched. */
export type Expected = {
  /** Whose lead is in front; null: none. */
  front?: string | null;
  /** Whose lead may have left its list by the step: then its successor may have come to the front. */
  mayLeave?: string | null;
  /** By the lead's id. */
  writes?: Record<string, Write>;
  /** The address. */
  path?: string;
  /** The row that has the focus, if the list still has it. */
  row?: string;
  dialog?: string | null;
  asked?: string | null;
};
