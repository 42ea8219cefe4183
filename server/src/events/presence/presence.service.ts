import { liveEvents } from '#contract/events.ts';
import { type Presence, presenceTrust } from '#contract/presence.ts';
import type { ActorContext } from '#server/context.ts';
import type { EventHub } from '#server/events/event-hub.ts';
import { hearsOfCenter } from '#server/events/events.policy.ts';
import { getLead } from '#server/leads/get-lead.service.ts';
import type { Clock } from '#server/lib/clock.ts';
import { announcePresence } from './presence.db.ts';

/** Bounds what a process remembers, whatever browsers tell. */
const mostTabs = 10_000;

type Present = Presence & { center: string; until: number };

/** Who has which lead open, as every process hears it. */
export type PresentPeople = {
  /**
   * Tells everybody who may see the lead.
   *
   * @throws Refusal 404 for a lead that the caller may not see, when it is opened.
   */
  tell(context: ActorContext, told: { tab: string; lead: string; isOpen: boolean }): Promise<void>;
  /** @returns those at leads that the actor may see. */
  list(context: ActorContext): Presence[];
};

/** Remembers what is heard until it is taken back or no longer repeated. */
export function openPresence(hub: Pick<EventHub, 'subscribe'>, clock: Clock): PresentPeople {
  /** By person and tab, since a tab names itself. Longest unheard first. */
  const present = new Map<string, Present>();

  hub.subscribe((notice) => {
    if (notice.kind !== 'presence') return;
    const { success, data } = liveEvents.presence.safeParse(notice.data);
    const center = 'centers' in notice.scope ? notice.scope.centers?.[0] : undefined;
    if (!success || !center) return;
    const key = keyOf(data.by._id, data.tab);
    const { isOpen, ...told } = data;
    if (!isOpen && present.get(key)?.lead !== told.lead) return;
    present.delete(key);
    if (!isOpen) return;
    const [oldest] = present.size < mostTabs ? [] : present.keys();
    if (oldest !== undefined) present.delete(oldest);
    present.set(key, { ...told, center, until: clock.now().getTime() + presenceTrust * 1_000 });
  });

  return {
    async tell(context, { tab, lead, isOpen }) {
      const { _id, name } = context.actor;
      const center = isOpen
        ? (await getLead(context, lead)).serviceCenter._id
        : present.get(keyOf(_id, tab))?.center;
      if (center) await announcePresence(context.db, { tab, lead, by: { _id, name }, isOpen }, center);
    },
    list({ actor }) {
      const now = clock.now().getTime();
      return [...present.values()].filter(({ center, until }) => until > now && hearsOfCenter(actor, center));
    },
  };
}

function keyOf(person: string, tab: string): string {
  return `${person} ${tab}`;
}
