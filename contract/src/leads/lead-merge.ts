import { z } from 'zod';
import { mergeLimits } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { customerCallingLevels } from '#contract/levels.ts';
import { id, idParams } from '#contract/text/text.ts';
import { leadMerge } from './lead-panel.ts';
import { lead } from './leads.ts';
import { type LeadMergeChoice, leadMergeFields } from './merge-proposal.ts';

const chosen = z.strictObject(
  Object.fromEntries(leadMergeFields.map((field) => [field, id])) as Record<keyof LeadMergeChoice, typeof id>,
);

const mergeLeadsBody = z
  .strictObject({
    kept: id,
    leads: z
      .array(z.strictObject({ _id: id, version: z.int().min(1) }))
      .min(2, fillPlaceholders(messages.tooFew, { min: 2 }))
      .max(mergeLimits.leads, fillPlaceholders(messages.tooMany, { max: mergeLimits.leads })),
    fields: chosen.partial().optional(),
  })
  .refine(({ leads }) => new Set(leads.map(({ _id }) => _id)).size === leads.length, {
    path: ['leads'],
    error: messages.leadTwice,
  })
  .refine(
    ({ kept, leads, fields = {} }) =>
      [kept, ...Object.values(fields)].every((one) => leads.some(({ _id }) => _id === one)),
    { path: ['kept'], error: messages.notAmongMerged },
  );
/**
 * Open leads of one customer, `kept` among them, each with the version that was seen. `fields`: from which of them each is taken;
 * absent ones as `proposeMergeFields` says.
 */
export type MergeLeadsBody = z.infer<typeof mergeLeadsBody>;

/** Merges open leads of one customer into one of them; the others are archived. */
export const mergeLeads = endpoint({
  method: 'POST',
  path: '/serviceCenter/manageLeads/merge',
  summary:
    'Join open leads of one customer into one of them; for the service level only while the dealer allows it. The others are archived and say where they went',
  tag: 'Leads',
  changes: ['leads', 'panels', 'customers', 'duplicates'],
  who: customerCallingLevels,
  body: mergeLeadsBody,
  reply: z.object({ lead, merge: leadMerge }),
  refusals: [404, 409],
});

const mergedSince = z.object({ contacts: z.int(), comments: z.int(), enquiries: z.int() });

/**
 * Undoes a merge of leads. `stayed`: the fields of the kept lead that were changed since, and stay so; `since`: how many contacts,
 * comments and enquiries it got since, which stay with it.
 */
export const undoLeadMerge = endpoint({
  method: 'POST',
  path: '/serviceCenter/manageLeads/merge/:id/undo',
  summary:
    'Take a merge of leads back within a day: the joined ones are as they were, the kept one but for what was changed since',
  tag: 'Leads',
  changes: ['leads', 'panels', 'customers', 'duplicates'],
  who: customerCallingLevels,
  params: idParams,
  body: z.strictObject({}),
  reply: z.object({ lead, leads: z.array(lead), stayed: z.array(z.string()), since: mergedSince }),
  refusals: [404, 409],
});
