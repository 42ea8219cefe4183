export type Write = Partial<Record<'contacts' | 'comments' | 'replies', number>> & {
  note?: string | null;
  comment?: string;
  /** Notes of the lead itself. */
  notes?: string;
  any?: true;
};

export type Expected = {
  front?: string | null;
  /** Whose lead may have left its list by the step: then its successor may have come to the front. */
  mayLeave?: string | null;
  writes?: Record<string, Write>;
  path?: string;
  row?: string;
  dialog?: string | null;
  asked?: string | null;
};
