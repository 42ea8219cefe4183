import type { ReactNode } from 'react';

/** One line that Enter opens. `words`: what it is found by. */
export type FindItem = {
  key: string;
  label: ReactNode;
  description?: ReactNode;
  words?: string;
  run: () => void;
};

export type FindGroup = { key: string; label: string; items: FindItem[] };

export type FindPaletteProps = {
  screens: readonly string[];
  hasCenters: boolean;
};
