import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { idParams } from '#contract/text/text.ts';
import { metaFetchFailures } from './meta.ts';

const connectionParts = [
  'secret',
  'running',
  'address',
  'center',
  'token',
  'subscribed',
  'number',
  'messages',
  'phoneAnswers',
  'received',
  'readable',
] as const;

/**
 * One thing that a connection needs: its secrets can be read; it is not paused; others can reach its address, Meta by https only; what
 * WhatsApp brings has a center; Meta takes its token; a page sends its leads here; Meta knows a number; WhatsApp sends its messages here,
 * and what is written in the phone app; something has come; the last that came can be read.
 */
export type ConnectionCheckItem = (typeof connectionParts)[number];

const checkedPart = z.object({
  part: z.enum(connectionParts),
  isFine: z.boolean(),
  about: z.string().nullable(),
  failure: z.enum(metaFetchFailures).nullable(),
});

/** Says whether one thing that a connection needs works. `about`: the address, page or number; `failure`: why Meta did not say. */
export type ConnectionCheckResult = z.infer<typeof checkedPart>;

/** Checks what of a connection works, partly by asking Meta; changes nothing. */
export const checkConnection = endpoint({
  method: 'GET',
  path: '/management/connections/:id/check',
  summary: 'What of a connection works and what does not, as far as Pitlane and Meta can tell; makes no lead',
  tag: 'Incoming enquiries',
  reads: 'connections',
  who: ['superAdmin'],
  params: idParams,
  reply: z.object({ parts: z.array(checkedPart) }),
  refusals: [404],
});
