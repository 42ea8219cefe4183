import type { ReactNode } from 'react';

/** A line of Find that Enter opens. `words`: by what it is found. */
export type FindItem = {
  key: string;
  label: ReactNode;
  description?: ReactNode;
  words?: string;
  run: () => void;
};

/** Lines of Find under one heading. */
export type FindGroup = { key: string; label: string; items: FindItem[] };

/** Says which commands Find offers: the screens that the user may open, and whether service centers are among them. */
export type FindScope = {
  screens: readonly string[];
  hasCenters: boolean;
};
