import { liveEvents } from '#contract/events.ts';
import { maxTabsPerPerson, type Presence, presenceTimeoutSeconds } from '#contract/presence.ts';
import type { ActorContext } from '#server/context.ts';
import { getLead } from '#server/leads/record/get-lead.service.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventHub } from './event-hub.ts';
import { receivesNoticesOfCenter } from './events.policy.ts';
import { announcePresence } from './presence.db.ts';

type Present = Presence & { center: string; until: number };

/** Knows who has which lead open. */
export type LeadPresence = {
  /**
   * Tells everybody who may see the lead.
   *
   * @throws Refusal 404 for a lead that the caller may not see, when it is opened.
   */
  report(context: ActorContext, told: { tab: string; lead: string; isOpen: boolean }): Promise<void>;
  list(context: ActorContext): Presence[];
};

/** Makes the memory of who has which lead open, as it is announced, until that is taken back or no longer repeated. */
export function openPresence(hub: Pick<EventHub, 'subscribe'>, clock: Clock): LeadPresence {
  const present = new Map<string, Map<string, Present>>();

  hub.subscribe((notice) => {
    if (notice.kind !== 'presence') return;
    const { success, data } = liveEvents.presence.safeParse(notice.data);
    const center = 'centers' in notice.scope ? notice.scope.centers?.[0] : undefined;
    if (!success || !center) return;
    const { isOpen, ...told } = data;
    const tabs = present.get(told.by._id) ?? new Map<string, Present>();
    if (!isOpen && tabs.get(told.tab)?.lead !== told.lead) return;
    tabs.delete(told.tab);
    if (isOpen)
      tabs.set(told.tab, { ...told, center, until: clock.now().getTime() + presenceTimeoutSeconds * 1_000 });
    const [oldest] = tabs.size > maxTabsPerPerson ? tabs.keys() : [];
    if (oldest !== undefined) tabs.delete(oldest);
    if (tabs.size > 0) present.set(told.by._id, tabs);
    else present.delete(told.by._id);
  });

  return {
    async report(context, { tab, lead, isOpen }) {
      const { _id, name } = context.actor;
      const center = isOpen
        ? (await getLead(context, lead)).serviceCenter._id
        : present.get(_id)?.get(tab)?.center;
      if (center) await announcePresence(context.db, { tab, lead, by: { _id, name }, isOpen }, center);
    },
    list({ actor }) {
      const now = clock.now().getTime();
      return [...present.values()]
        .flatMap((tabs) => [...tabs.values()])
        .filter(({ center, until }) => until > now && receivesNoticesOfCenter(actor, center));
    },
  };
}
