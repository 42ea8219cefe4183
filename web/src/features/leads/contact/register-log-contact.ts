import { useLayoutEffect } from 'react';
import type { ContactOutcome } from '#contract/contacts.ts';

type Log = (outcome: ContactOutcome) => void;

const shown = new Map<string, Log>();

/** Lets others press the buttons of the form that logs a lead's attempts, while it shows. */
export function useRegisterLogContact(lead: string, log: Log): void {
  useLayoutEffect(() => {
    shown.set(lead, log);
    return () => {
      if (shown.get(lead) === log) shown.delete(lead);
    };
  });
}

/** @returns how to log an attempt with what that form holds, its note too; undefined where none shows. */
export function getLogContact(lead: string): Log | undefined {
  return shown.get(lead);
}
