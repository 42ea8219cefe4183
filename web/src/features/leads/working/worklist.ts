import type { QueryInput } from '#contract/call/endpoint.ts';
import { getWorklist, type Worklist } from '#contract/leads/lead-queue.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { draftOf } from '#web/lib/browser/drafts.ts';

export type WorkNarrowing = QueryInput<typeof getWorklist>;

/** An outcome that can be taken back: its contact, and for whom. */
export type Logged = { lead: string; name: string; contact: string; said: string };

/** The leads of a run as it started, and its outcomes, newest last. */
export type Run = Worklist & { logged: Logged[] };

/** What can be worked on now; live. */
export const worklistQuery = (query: WorkNarrowing) => endpointQuery(getWorklist, { query });

/** Survives a reload, in this tab. */
export const keptRun = () => draftOf<Run>('worklist');

/** @returns the place of the next lead that `isFree`, and those before it that are not. */
export function placeAfter(
  leads: Worklist['leads'],
  from: number,
  step: 1 | -1,
  isFree: (id: string) => boolean,
): { place: number | undefined; passed: string[] } {
  const passed: string[] = [];
  for (let place = from + step; place >= 0 && place < leads.length; place += step) {
    const id = leads[place]?._id ?? '';
    if (isFree(id)) return { place, passed };
    passed.push(id);
  }
  return { place: undefined, passed };
}
