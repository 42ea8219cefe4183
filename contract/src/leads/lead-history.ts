import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { pagingParams } from '#contract/call/paging.ts';
import { leadWriterLevels, managementLevels } from '#contract/levels.ts';
import { id, idParams } from '#contract/text/text.ts';
import { lead } from './leads.ts';

const readers = [...managementLevels, 'service'] as const;
const entryParams = z.object({ entryId: id });

/** A lead as it was after one change, with an `_id` of its own; `lastModifiedBy` and `createdAt` are of that change. */
export const leadVersion = lead;
export type LeadVersion = z.infer<typeof leadVersion>;

/** Returns the newest version of a lead and the one before, with the names of the fields that differ. */
export const getLastChanges = endpoint({
  method: 'GET',
  path: '/management/manageLeads/getlastChanges/:entryId',
  summary: 'The newest version of a lead and the one before, with the fields that changed between them',
  tag: 'Lead history',
  reads: 'leads',
  who: readers,
  params: entryParams,
  reply: z.object({ changedFields: z.array(z.string()), leads: z.array(leadVersion) }),
  refusals: [404],
});

/** Lists the versions of a lead and of those joined with it, newest first, page by page; `own` leaves the joined ones out. */
export const listLeadHistory = endpoint({
  method: 'GET',
  path: '/management/manageLeads/getLeadsHistory/:entryId',
  summary:
    'The versions of a lead and of those joined with it, or with `own` of the lead alone, newest first',
  tag: 'Lead history',
  reads: 'leads',
  who: readers,
  params: entryParams,
  query: z.object({ ...pagingParams, own: z.literal('true').optional() }),
  reply: z.object({ history: z.array(leadVersion), totalPages: z.int(), totalHistoryCount: z.int() }),
  refusals: [404],
});

/** Lists the versions of a lead as a bare array, newest first, at most 100 unless `limit` says otherwise. */
export const getSingleLeadsHistory = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/getSingleLeadsHistory/:id',
  summary: 'The versions of a lead as a bare list, newest first; 100 a page unless `limit` says otherwise',
  tag: 'Lead history',
  reads: 'leads',
  who: readers,
  params: idParams,
  query: z.object({ ...pagingParams, limit: pagingParams.limit.default(100) }),
  reply: z.array(leadVersion),
  refusals: [404],
});

/** Takes back the newest change of a lead within an hour, if the caller made it, as a change of its own. */
export const undoLeadChange = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/manageLeads/undo/:id',
  summary:
    'Take back the newest change of a lead, if the caller made it within the last hour and it is still `version`; a write with a version of its own',
  tag: 'Lead history',
  changes: ['leads', 'panels'],
  who: leadWriterLevels,
  params: idParams,
  body: z.strictObject({ version: z.int().min(2) }),
  reply: lead,
  refusals: [404, 409],
});
