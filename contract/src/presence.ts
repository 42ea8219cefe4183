import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { id } from '#contract/text/text.ts';
import { leadWriterLevels } from './levels.ts';
import { person } from './people.ts';

/** Seconds between a browser's reports that a lead is open. */
export const presenceReportSeconds = 20;

/** Seconds until a silent tab counts as gone; one in the background may speak only once a minute. */
export const presenceTimeoutSeconds = 75;

/** Tabs of one person that are remembered, the newest: whoever makes tabs up hides only their own. */
export const maxTabsPerPerson = 20;

/** One tab that has a lead open now, and whose it is. */
export const presence = z.object({ tab: z.uuid(), lead: id, by: person });
export type Presence = z.infer<typeof presence>;

/** Reports that a tab has a lead open, or no longer has. */
export const reportPresence = endpoint({
  method: 'POST',
  path: '/session/presence',
  summary: `Tell that a tab has a lead open, every ${presenceReportSeconds} seconds, or that it no longer has; never stored`,
  tag: 'Presence',
  changes: [],
  who: leadWriterLevels,
  body: z.strictObject({ tab: z.uuid(), lead: id, isOpen: z.boolean() }),
  refusals: [404],
});

/** Lists who has which lead open on a screen now; `reportPresence` is how a tab says so. */
export const listOpenedLeads = endpoint({
  method: 'GET',
  path: '/session/presence',
  summary: 'Who has which lead open now, of the leads that the caller may see; changes follow as live events',
  tag: 'Presence',
  reads: 'presence',
  who: leadWriterLevels,
  reply: z.object({ present: z.array(presence) }),
});
