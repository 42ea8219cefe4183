import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { LiveEvent, LiveEventName } from '#contract/events.ts';
import type { Employee } from '#web/lib/session/session.ts';

/** Changes close together are read once: the first soon, a flood at this pace, in milliseconds. */
const gather = 120;
const pace = 700;
/** All browsers hear of a change at once; their reads are spread over this time, in milliseconds. */
const spread = 500;
/** The same when the server comes back. */
const recovery = 3_000;

const someOf = (most: number) => Math.random() * most;

/** What each event makes stale, by the first part of query keys. */
const staleBy: Record<Exclude<LiveEventName, 'refresh' | 'presence'>, readonly string[]> = {
  lead: ['leads', 'panel', 'bulk', 'customers', 'reports', 'dashboard'],
  comment: ['panel'],
  mention: ['mentions'],
  serviceCenter: ['serviceCenters', 'reports', 'dashboard', 'account'],
  serviceOrCampaign: ['serviceOrCampaign'],
  employee: ['employees', 'reports'],
  invite: ['invites'],
  account: ['account', 'serviceCenters', 'leads', 'panel', 'mentions'],
};

/** Keeps the screen up to date, reading nothing twice. */
export function liveRefresh(client: QueryClient, self: () => Employee | undefined) {
  const stale = new Set<string>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let isPlanned = false;
  let isEverythingPlanned = false;
  let last = 0;
  /** How often it was stopped: what began before is not continued. */
  let stops = 0;

  function later(milliseconds: number, act: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, milliseconds);
    timers.add(timer);
  }

  async function flush() {
    isPlanned = false;
    last = Date.now();
    const roots = new Set(stale);
    stale.clear();
    if (!roots.delete('account')) return read(roots);
    const level = self()?.level;
    const started = stops;
    await read(new Set(['account']));
    if (stops !== started) return;
    // An employee whose level changed is being redirected and may not read the old screen's data.
    return read(roots, self()?.level === level ? 'active' : 'none');
  }

  function read(roots: ReadonlySet<string>, refetchType: 'active' | 'none' = 'active') {
    const predicate = ({ queryKey }: { queryKey: QueryKey }) => roots.has(rootOf(queryKey));
    return client.invalidateQueries({ predicate, refetchType });
  }

  function everything() {
    if (isEverythingPlanned) return;
    isEverythingPlanned = true;
    later(someOf(recovery), () => {
      isEverythingPlanned = false;
      void client.invalidateQueries();
    });
  }

  function failed() {
    const isFailed = ({ state }: Query) => state.status === 'error';
    later(someOf(spread), () => void client.refetchQueries({ type: 'active', predicate: isFailed }));
  }

  return {
    /** Notes what an event makes stale, unless this tab caused it. */
    hear(event: LiveEvent<Exclude<LiveEventName, 'presence'>>): void {
      if (event.name === 'lead' && isKnown(client, event.data, self())) return;
      if (event.name === 'refresh') everything();
      else for (const root of staleBy[event.name]) stale.add(root);
      if (stale.size === 0 || isPlanned) return;
      isPlanned = true;
      later(Math.max(gather, last + pace - Date.now()) + someOf(spread), () => void flush());
    },

    /** Reads the screen again within seconds: changes may have been missed. */
    everything,

    failed,

    /** Reads again what was read before the stream opened: changes were not announced. */
    catchUp(): void {
      const early = new Set(client.getQueryCache().getAll());
      const catchUp = async () => {
        const firsts = [...early].filter(({ state }) => state.data === undefined);
        const started = stops;
        await Promise.allSettled(firsts.map(({ promise }) => promise));
        if (stops === started) await client.invalidateQueries({ predicate: (query) => early.has(query) });
      };
      later(gather + someOf(recovery), () => void catchUp());
    },

    /** Forgets what is planned; ready for the next session. */
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      stale.clear();
      isPlanned = false;
      isEverythingPlanned = false;
      stops += 1;
    },
  };
}

type LeadChange = Extract<LiveEvent, { name: 'lead' }>['data'];

function isKnown(
  client: QueryClient,
  { _id, version, change, by }: LeadChange,
  self: Employee | undefined,
): boolean {
  // A contact keeps the version.
  if (change === 'contacted' || by._id !== self?._id) return false;
  const lead = client.getQueryData<{ version: number }>(['leads', 'one', _id]);
  return lead !== undefined && lead.version >= version;
}

function rootOf(queryKey: QueryKey): string {
  return String(queryKey[0]);
}
