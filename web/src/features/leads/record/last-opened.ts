import { useEffect } from 'react';
import { z } from 'zod';
import { findLimits } from '#contract/business.ts';

/** Everything in local storage goes when the session ends. */
const storageKey = 'openedLeads';

/** @returns ids, the one opened last first. */
export function lastOpened(): string[] {
  try {
    return z.array(z.uuid()).parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

/** Remembers that a lead was opened, by its id alone. */
export function useKeepOpened(id: string): void {
  useEffect(() => {
    const others = lastOpened().filter((one) => one !== id);
    localStorage.setItem(storageKey, JSON.stringify([id, ...others].slice(0, findLimits.opened)));
  }, [id]);
}
