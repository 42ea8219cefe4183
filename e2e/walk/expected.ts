/** What a step adds to a lead; `any`: what it may change, if anything. */
export type Write = Partial<Record<'contacts' | 'comments', number>> & {
  note?: string | null;
  comment?: string;
  any?: true;
};

/** What must be true after a step. What is absent is open; every lead without a write is untouched. */
export type Expected = {
  /** Whose lead is in front; null: none. */
  front?: string | null;
  /** By the lead's id. */
  writes?: Record<string, Write>;
  /** The address. */
  path?: string;
  /** The row that has the focus, if the list still has it. */
  row?: string;
  dialog?: string | null;
  asked?: string | null;
};
