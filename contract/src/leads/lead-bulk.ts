import { z } from 'zod';
import { bulkLimits } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { pagingParams } from '#contract/call/paging.ts';
import { managementLevels } from '#contract/levels.ts';
import { person, serviceCenterName } from '#contract/people.ts';
import { calendarDate, instant } from '#contract/text/dates.ts';
import { id, idParams } from '#contract/text/text.ts';
import { advisor } from './lead-advisors.ts';
import { bulkActions } from './lead-lists.ts';
import { neglectedFilters } from './lead-oversight.ts';
import { dataEntryFilters, statusListFilters } from './leads.ts';
import { managementLeadFilters } from './management-lead-filters.ts';

const matchingLeads = z.discriminatedUnion('list', [
  z.strictObject({ list: z.literal('entry'), ...dataEntryFilters }),
  z.strictObject({ list: z.literal('status'), ...statusListFilters }),
  z.strictObject({ list: z.literal('management'), ...managementLeadFilters }),
  z.strictObject({ list: z.literal('neglected'), ...neglectedFilters }),
]);
/** A list with its filters, which stands for all leads that the list holds. */
export type MatchingLeads = z.infer<typeof matchingLeads>;
/** The {@link MatchingLeads} as a client sends them. */
export type MatchingLeadsInput = z.input<typeof matchingLeads>;

const chosen = {
  leads: z
    .array(id)
    .min(1, fillPlaceholders(messages.tooFew, { min: 1 }))
    .max(bulkLimits.immediateLeads, fillPlaceholders(messages.tooMany, { max: bulkLimits.immediateLeads }))
    .optional(),
  matching: matchingLeads.optional(),
};

const isEither = ({ leads, matching }: { leads?: unknown; matching?: unknown }) =>
  (leads === undefined) !== (matching === undefined);
const neitherOrBoth = { path: ['leads'], error: messages.leadsOrMatching };

const chosenLeads = z
  .strictObject({ ...chosen, serviceCenter: id.optional() })
  .refine(isEither, neitherOrBoth);
/** Chosen leads, one by one or as a list's filters; a `serviceCenter` asks as if they were there. */
export type ChosenLeads = z.infer<typeof chosenLeads>;

const startBulkBody = z
  .discriminatedUnion('action', [
    z.strictObject({ action: z.literal('assign'), value: id.nullable(), ...chosen }),
    z.strictObject({
      action: z.literal('share'),
      value: z
        .array(id)
        .min(2, fillPlaceholders(messages.tooFew, { min: 2 }))
        .max(bulkLimits.sharers, fillPlaceholders(messages.tooMany, { max: bulkLimits.sharers })),
      ...chosen,
    }),
    z.strictObject({ action: z.literal('moveCenter'), value: id, advisor: id.optional(), ...chosen }),
    z.strictObject({ action: z.literal('followUp'), value: calendarDate, ...chosen }),
    z.strictObject({ action: z.literal('archive'), ...chosen }),
    z.strictObject({ action: z.literal('unarchive'), ...chosen }),
  ])
  .refine(isEither, neitherOrBoth);
/**
 * The leads are given as in {@link chosenLeads}. `value`: the advisor (null: nobody), those who share them as `shareLeads` says, the
 * center (`advisor`: who is to have them there), or the next follow-up date.
 */
export type StartBulkChangeBody = z.infer<typeof startBulkBody>;

const bulkRefusals = [
  'gone',
  'otherCenter',
  'notPotential',
  'dateNotAllowed',
  'notPossible',
  'notAllowed',
  'changedSince',
  'merged',
] as const;
/**
 * The reasons why a lead was left as it is. `notPossible`: advisor or center no longer active; `notAllowed`: who asked may no longer do
 * so; `merged`: it was merged into another one.
 */
export type BulkRefusal = (typeof bulkRefusals)[number];

/** The state of a lead in a bulk change; `same`: as wished already, `kept`: changed since, so not taken back. */
export type BulkLeadState = 'waiting' | 'changed' | 'same' | 'refused' | 'restored' | 'kept';

const bulkChange = z.object({
  _id: id,
  by: person,
  action: z.enum(bulkActions),
  advisor: person.nullable(),
  shares: z.array(z.object({ advisor: person, leads: z.int() })).max(bulkLimits.sharers),
  serviceCenter: serviceCenterName.nullable(),
  followUp: calendarDate.nullable(),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  leads: z.int(),
  handled: z.int(),
  changed: z.int(),
  refused: z.int(),
  refusals: z
    .array(z.object({ _id: id, name: z.string().nullable(), reason: z.enum(bulkRefusals) }))
    .max(bulkLimits.namedRefusals),
  createdAt: instant,
  undoUntil: instant.nullable(),
});
/**
 * A change of many leads, and how far it is. `handled` of the `leads` are done: `changed`, `refused` (the first ones named), or already
 * as wished. While undoing, `handled` counts those taken back or left. `advisor`, `shares`, `serviceCenter` and `followUp` are what was
 * asked for. `undoUntil` is null when the caller cannot undo it: nothing was changed, an hour has passed, or somebody else did it.
 */
export type BulkChange = z.infer<typeof bulkChange>;

/** Changes many leads: up to 200 within the call, more as a job whose progress `getBulkChange` returns. */
export const startBulkChange = endpoint({
  method: 'POST',
  path: '/management/bulk',
  summary:
    'Change many leads, each whole or not at all: up to 200 within the call, more as a job whose progress `getBulkChange` tells',
  tag: 'Leads',
  changes: ['bulk', 'leads'],
  who: managementLevels,
  body: startBulkBody,
  reply: bulkChange,
  status: 201,
});

/**
 * The employees to whom some leads can be assigned. `centers`: where how many of the leads are. `advisors` may have leads of some of
 * them, those in `serviceCenters`, and have `openLeads` now.
 */
export const bulkAdvisors = z.object({
  centers: z.array(serviceCenterName.extend({ leads: z.int() })),
  advisors: z.array(advisor.extend({ openLeads: z.int(), serviceCenters: z.array(id) })),
});
export type BulkAdvisors = z.infer<typeof bulkAdvisors>;

/** Counts some leads by center, and lists the employees who may have them; changes nothing. */
export const listBulkAdvisors = endpoint({
  method: 'POST',
  path: '/management/bulk/advisors',
  summary:
    'Where some leads are, and who may have those of which centers, by name, with how many open leads each has',
  tag: 'Leads',
  reads: 'leads',
  changes: [],
  who: managementLevels,
  body: chosenLeads,
  reply: bulkAdvisors,
});

/** Lists the bulk changes of the last week by everyone, newest first. */
export const listBulkChanges = endpoint({
  method: 'GET',
  path: '/management/bulk',
  summary:
    'Who changed which leads in bulk in the last week, newest first; `isTotalCapped`: there were more than `totalBulkCount`',
  tag: 'Leads',
  reads: 'bulk',
  freshSeconds: 0,
  who: managementLevels,
  query: z.object(pagingParams),
  reply: z.object({
    bulks: z.array(bulkChange),
    totalPages: z.int(),
    totalBulkCount: z.int().max(bulkLimits.listedChanges),
    isTotalCapped: z.boolean(),
  }),
});

/** Returns how far a bulk change of the caller is. */
export const getBulkChange = endpoint({
  method: 'GET',
  path: '/management/bulk/:id',
  summary: 'How far a bulk change of the caller is',
  tag: 'Leads',
  reads: 'bulk',
  who: managementLevels,
  params: idParams,
  reply: bulkChange,
  refusals: [404],
});

/** Takes back a bulk change of the caller within an hour; leads that were changed since stay. */
export const undoBulkChange = endpoint({
  method: 'POST',
  path: '/management/bulk/:id/undo',
  summary:
    'Take back a bulk change of the caller within an hour of its end; leads changed since are left and named',
  tag: 'Leads',
  changes: ['bulk', 'leads'],
  who: managementLevels,
  params: idParams,
  reply: bulkChange,
  status: 201,
  refusals: [404, 409],
});
