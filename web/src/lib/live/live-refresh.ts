import type { Query, QueryClient } from '@tanstack/react-query';
import type { CacheTag } from '#contract/call/endpoint.ts';
import type { LiveEvent, LiveEventName } from '#contract/events.ts';
import { getLead, type Lead } from '#contract/leads/leads.ts';
import { invalidateTags, queryKeyOf } from '#web/lib/api/query-keys.ts';
import type { Employee } from '#web/lib/session/session.ts';

/** Changes close together are read once: the first soon, a flood at this pace, in milliseconds. */
const gather = 120;
const pace = 700;
// All browsers hear of a change at once; their reads are spread over this time, in milliseconds.
const spread = 500;
const recovery = 3_000;

const randomUpTo = (most: number) => Math.random() * most;

const staleBy: Record<Exclude<LiveEventName, 'refresh' | 'presence'>, readonly CacheTag[]> = {
  lead: ['leads', 'panels', 'bulk', 'customers', 'reports', 'dashboard'],
  comment: ['panels'],
  offer: ['panels'],
  customerMessage: ['panels', 'customerMessages'],
  mention: ['mentions'],
  serviceCenter: ['serviceCenters', 'reports', 'dashboard', 'account'],
  serviceOrCampaign: ['offerings'],
  employee: ['employees', 'reports'],
  invite: ['invites'],
  customer: ['customers', 'leads', 'panels'],
  connection: ['connections'],
  intake: ['intake', 'connections'],
  leads: ['leads', 'panels', 'bulk', 'customers', 'reports', 'dashboard'],
  import: ['imports', 'customers'],
  duplicates: ['duplicates'],
  account: ['account', 'serviceCenters', 'leads', 'panels', 'mentions'],
};

/**
 * Makes stale, and reads again, what live events say has changed: gathered, and spread at random, so that browsers do not all read
 * at once.
 *
 * @returns `hear`, which takes each event, and what to call after a broken connection.
 */
export function createLiveRefresh(client: QueryClient, self: () => Employee | undefined) {
  const stale = new Set<CacheTag>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let isPlanned = false;
  let isEverythingPlanned = false;
  let last = 0;
  // How often it was stopped: what began before is not continued.
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
    const nouns = [...stale];
    stale.clear();
    if (!nouns.includes('account')) return invalidateTags(client, nouns);
    const level = self()?.level;
    const started = stops;
    await invalidateTags(client, ['account']);
    if (stops !== started) return;
    // An employee whose level changed is being redirected and may not read the old screen's data.
    const others = nouns.filter((noun) => noun !== 'account');
    return invalidateTags(client, others, self()?.level === level ? 'active' : 'none');
  }

  function everything() {
    if (isEverythingPlanned) return;
    isEverythingPlanned = true;
    later(randomUpTo(recovery), () => {
      isEverythingPlanned = false;
      void client.invalidateQueries();
    });
  }

  function failed() {
    const isFailed = ({ state }: Query) => state.status === 'error';
    later(randomUpTo(spread), () => void client.refetchQueries({ type: 'active', predicate: isFailed }));
  }

  return {
    hear(event: LiveEvent<Exclude<LiveEventName, 'presence'>>): void {
      if (event.name === 'lead' && isKnown(client, event.data, self())) return;
      if (event.name === 'refresh') everything();
      else for (const noun of staleBy[event.name]) stale.add(noun);
      if (stale.size === 0 || isPlanned) return;
      isPlanned = true;
      later(Math.max(gather, last + pace - Date.now()) + randomUpTo(spread), () => void flush());
    },

    // Reads the screen again within seconds: changes may have been missed.
    everything,

    failed,

    catchUp(): void {
      const early = new Set(client.getQueryCache().getAll());
      const catchUp = async () => {
        const firsts = [...early].filter(({ state }) => state.data === undefined);
        const started = stops;
        await Promise.allSettled(firsts.map(({ promise }) => promise));
        if (stops === started) await client.invalidateQueries({ predicate: (query) => early.has(query) });
      };
      later(gather + randomUpTo(recovery), () => void catchUp());
    },

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
  // A contact and an outcome keep the version.
  if (change === 'contacted' || change === 'outcome' || by._id !== self?._id) return false;
  const lead = client.getQueryData<Lead>([...queryKeyOf(getLead), { params: { id: _id } }]);
  return lead !== undefined && lead.version >= version;
}
