import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { type Account, type SignedInAccount, signedInAccount } from '#contract/people.ts';

/** The employee as stored in local storage, bearer token included. */
export type Employee = SignedInAccount;

type SessionChange = 'signedIn' | 'refreshed' | 'signedOut' | 'expired' | 'replaced';

type Listener = (change: SessionChange) => void;

const storageKey = 'employee';
const stored = signedInAccount.extend({ needsSecondFactor: z.boolean().default(false) });
const listeners = new Set<Listener>();
let current = read();
let hasExpired = false;

function read(): Employee | undefined {
  try {
    const parsed = stored.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The prefix of an employee's drafts in session storage, kept by `lib/browser/drafts.ts`. */
export const getDraftPrefix = (employee: Employee | undefined) => `draft:${employee?._id}:`;

/** The prefix of choices on screens that are kept beyond a logout. It never holds anything about a customer. */
export const choicePrefix = 'choice:';

function forgetDrafts(except: Employee | undefined) {
  const own = except && getDraftPrefix(except);
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith('draft:') && !(own && name.startsWith(own))) sessionStorage.removeItem(name);
  }
}

function become(employee: Employee | undefined, change: SessionChange) {
  current = employee;
  hasExpired = change === 'expired';
  if (!hasExpired) forgetDrafts(employee);
  for (const listener of listeners) listener(change);
}

// What another tab did. Logging out clears all at once, which has no key; an ended session goes by its key.
window.addEventListener('storage', (event) => {
  if (event.key !== storageKey && event.key !== null) return;
  const theirs = read();
  if (JSON.stringify(theirs) === JSON.stringify(current)) return;
  if (!theirs) become(undefined, event.key === null ? 'signedOut' : 'expired');
  else become(theirs, !current || current._id === theirs._id ? 'refreshed' : 'replaced');
});

/** Stores who is logged in, in local storage, and tells other tabs. */
export const session = {
  get: (): Employee | undefined => current,

  hasExpired: (): boolean => hasExpired,

  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  signIn(employee: Employee) {
    localStorage.setItem(storageKey, JSON.stringify(employee));
    become(employee, 'signedIn');
  },

  refresh(account: Account) {
    if (!current) return;
    const next: Employee = { ...account, token: current.token };
    if (JSON.stringify(next) === JSON.stringify(current)) return;
    localStorage.setItem(storageKey, JSON.stringify(next));
    become(next, 'refreshed');
  },

  /** Clears what this browser stores (specification, section 4) but what people chose on their screens. */
  end(why: 'signedOut' | 'expired') {
    // Tells other tabs that nobody logged out: they keep drafts and place.
    if (why === 'expired') localStorage.removeItem(storageKey);
    const kept = Object.entries(localStorage).filter(([name]) => name.startsWith(choicePrefix));
    localStorage.clear();
    for (const [name, value] of kept) localStorage.setItem(name, value);
    become(undefined, why);
  },
};

/** Returns the employee who is logged in; undefined without a session. */
export function useSession(): Employee | undefined {
  return useSyncExternalStore(session.subscribe, session.get);
}
