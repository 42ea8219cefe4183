import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { LiveEvent, LiveEventName } from '#contract/events.ts';
import { session } from './session.ts';

/** Changes that come close together are read once; the first of them soon, a flood of them at this pace. */
const gather = 120;
const pace = 700;

/** Which server state, by the first part of its query key, each event makes stale. */
const staleBy: Record<Exclude<LiveEventName, 'refresh'>, readonly string[]> = {
  lead: ['leads', 'customers', 'reports', 'dashboard'],
  serviceCenter: ['serviceCenters', 'reports', 'dashboard', 'account'],
  serviceOrCampaign: ['serviceOrCampaign'],
  employee: ['employees', 'reports'],
  invite: ['invites'],
  account: ['account', 'serviceCenters', 'leads'],
};

/** Keeps what is on screen up to date with the live changes, without reading anything twice. */
export function liveRefresh(client: QueryClient) {
  const stale = new Set<string>();
  let isPlanned = false;
  let last = 0;

  async function flush() {
    isPlanned = false;
    last = Date.now();
    const roots = new Set(stale);
    stale.clear();
    if (!roots.delete('account')) return read(roots);
    const level = session.get()?.level;
    await read(new Set(['account']));
    // Who has another level now is on his way to another screen; what the old one showed is not his to read any more.
    return read(roots, session.get()?.level === level ? 'active' : 'none');
  }

  function read(roots: ReadonlySet<string>, refetchType: 'active' | 'none' = 'active') {
    const predicate = ({ queryKey }: { queryKey: QueryKey }) => roots.has(rootOf(queryKey));
    return client.invalidateQueries({ predicate, refetchType });
  }

  function everything() {
    void client.invalidateQueries();
  }

  return {
    /** Notes what an event makes stale; a change that this tab made itself and already knows is passed over. */
    hear(event: LiveEvent): void {
      if (event.name === 'lead' && isKnown(client, event.data)) return;
      if (event.name === 'refresh') everything();
      else for (const root of staleBy[event.name]) stale.add(root);
      if (stale.size === 0) return;
      if (!isPlanned) setTimeout(() => void flush(), Math.max(gather, last + pace - Date.now()));
      isPlanned = true;
    },

    /** Reads everything on screen again, since changes may have been missed. */
    everything,
  };
}

type LeadChange = Extract<LiveEvent, { name: 'lead' }>['data'];

function isKnown(client: QueryClient, { _id, version, by }: LeadChange): boolean {
  if (by._id !== session.get()?._id) return false;
  const lead = client.getQueryData<{ version: number }>(['leads', 'one', _id]);
  return lead !== undefined && lead.version >= version;
}

function rootOf(queryKey: QueryKey): string {
  return String(queryKey[0]);
}
