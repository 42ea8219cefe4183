import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { leadStatus } from '#contract/leads/leads.ts';
import { id } from '#contract/text/text.ts';
import { levels } from './levels.ts';
import { person } from './people.ts';
import { presence } from './presence.ts';

const record = z.object({ _id: id, change: z.enum(['created', 'edited', 'deleted']) });

/**
 * The events that tell browsers what changed, each with the schema of its data. `contacted`: a contact was logged, corrected or undone,
 * without a new version of the lead. `outcome`: its booking got an outcome, was confirmed, or its car is ready. `mention`: a comment
 * names the caller, or the caller has read one. `offer`: what an enquiry offered a lead was declined, or is offered again.
 * `customerMessage`: what its customer gets by itself was planned, or is further. `customer`: what it says, its addresses or merges
 * changed. `intake`: deliveries came, or were settled. `leads`: many leads changed at once. `import`: it is further. `duplicates`: likely
 * pairs came, changed or went. `account`: the caller's level, centers or name changed. `refresh`: changes may have been missed, read
 * everything again.
 */
export const liveEvents = {
  lead: z.object({
    _id: id,
    version: z.int(),
    change: z.enum(['created', 'edited', 'moved', 'archived', 'unarchived', 'contacted', 'outcome']),
    status: leadStatus,
    previousStatus: leadStatus.nullable(),
    serviceCenter: id,
    by: person,
  }),
  comment: z.object({ lead: id, by: person }),
  offer: z.object({ lead: id, by: person }),
  customerMessage: z.object({ lead: id }),
  mention: z.object({ lead: id, isRead: z.boolean() }),
  serviceCenter: record,
  serviceOrCampaign: record,
  employee: record,
  invite: record,
  connection: record,
  customer: record,
  intake: z.object({}),
  leads: z.object({}),
  import: record,
  duplicates: z.object({}),
  account: z.object({ _id: id }),
  presence: presence.extend({ isOpen: z.boolean() }),
  refresh: z.object({}),
} as const;

export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent<Name extends LiveEventName = LiveEventName> = {
  [N in Name]: { name: N; data: z.infer<(typeof liveEvents)[N]> };
}[Name];

/** Clients reconnect after two missed heartbeats. */
export const heartbeatSeconds = 15;

/** Streams what changes in what the caller may see, as server-sent events of {@link liveEvents}. */
export const streamEvents = endpoint({
  method: 'GET',
  path: '/session/events',
  summary: 'Server-sent events: what changed in what the caller may see',
  tag: 'Session',
  who: levels,
  streams: 'text/event-stream',
});
