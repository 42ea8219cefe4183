import type { LiveEvent } from '#contract/events.ts';
import type { Person } from '#contract/people.ts';
import { maxTabsPerPerson, type Presence, presenceTimeoutSeconds } from '#contract/presence.ts';
import { createStore, useStore } from '#web/lib/browser/store.ts';
import { session } from '#web/lib/session/session.ts';

const nobody: readonly Person[] = [];
const tabs = new Map<string, Presence & { until: number }>();
const byLead = createStore<ReadonlyMap<string, readonly Person[]>>(new Map());
let timer: ReturnType<typeof setTimeout> | undefined;

/** Stores which tabs of other people have which lead open, as the server notifies. */
export const presenceStore = {
  hear({ isOpen, ...told }: LiveEvent<'presence'>['data']) {
    const key = keyOf(told);
    if (isOpen || tabs.get(key)?.lead === told.lead) tabs.delete(key);
    if (isOpen) tabs.set(key, { ...told, until: lastsUntil() });
    const own = [...tabs].filter(([, { by }]) => by._id === told.by._id);
    for (const [oldest] of own.slice(0, -maxTabsPerPerson)) tabs.delete(oldest);
    update();
  },

  load(present: readonly Presence[]) {
    tabs.clear();
    for (const told of present) tabs.set(keyOf(told), { ...told, until: lastsUntil() });
    update();
  },

  at: (lead: string): readonly Person[] => byLead.get().get(lead) ?? nobody,
};

/** Returns the other people who have a lead open now. */
export function useLeadViewers(lead: string): readonly Person[] {
  return useStore({ ...byLead, get: () => presenceStore.at(lead) });
}

function keyOf({ by, tab }: Presence): string {
  return `${by._id} ${tab}`;
}

function lastsUntil(): number {
  return Date.now() + presenceTimeoutSeconds * 1_000;
}

function update() {
  const now = Date.now();
  for (const [key, { until }] of tabs) if (until <= now) tabs.delete(key);
  const self = session.get()?._id;
  const others = [...tabs.values()].filter(({ by }) => by._id !== self);
  const leads = [...Map.groupBy(others, ({ lead }) => lead)];
  clearTimeout(timer);
  if (tabs.size > 0)
    timer = setTimeout(update, Math.min(...[...tabs.values()].map(({ until }) => until)) - now);
  byLead.set(new Map(leads.map(([lead, told]) => [lead, kept(presenceStore.at(lead), told)])));
}

function kept(known: readonly Person[], told: readonly Presence[]): readonly Person[] {
  const people = [...new Map(told.map(({ by }) => [by._id, by])).values()];
  const isSame = known.length === people.length && people.every(({ _id }, at) => known[at]?._id === _id);
  return isSame ? known : people;
}
