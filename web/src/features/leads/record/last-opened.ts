import { useEffect } from 'react';
import { z } from 'zod';
import { findLimits } from '#contract/business.ts';

const storageKey = 'openedLeads';

/** Lists the leads that this browser opened last, the newest first. */
export function listLastOpenedLeadIds(): string[] {
  try {
    return z.array(z.uuid()).parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

/** Remembers in this browser that a lead was opened, for Find. */
export function useRememberOpenedLead(id: string): void {
  useEffect(() => {
    const others = listLastOpenedLeadIds().filter((one) => one !== id);
    localStorage.setItem(storageKey, JSON.stringify([id, ...others].slice(0, findLimits.opened)));
  }, [id]);
}
