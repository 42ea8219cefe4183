import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { pagingParams } from '#contract/call/paging.ts';
import { leadStatus } from '#contract/leads/leads.ts';
import { calendarDate, instant } from '#contract/text/dates.ts';
import { id, idParams } from '#contract/text/text.ts';
import { managementLevels } from './levels.ts';
import { person, serviceCenterName } from './people.ts';

/** How many records the search for duplicates compares, and how many pairs it stores. */
export const duplicateSearchLimits = {
  /** The most pairs of one record; dismissed pairs are not counted. */
  pairsOfRecord: 20,
  /** The newest leads of a customer that are compared. */
  leadsOfCustomer: 10,
  /** The newest open leads of a customer that are compared with each other. */
  openLeads: 20,
} as const;

export const duplicateKinds = ['customer', 'lead'] as const;
export type DuplicateKind = (typeof duplicateKinds)[number];

/**
 * The reasons for which two records may be duplicates. `email`, `plate`: the same one, in either script. `name`: near-equal names in
 * enquiries at one center on one day. `customer`: two open leads of one customer at one center, unless each names another vehicle.
 */
export const duplicateReasons = ['email', 'plate', 'name', 'customer'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

const pairedCustomer = z.object({
  _id: id,
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  vehicles: z.array(z.string()),
  centers: z.array(serviceCenterName),
  openLeads: z.int(),
  lastLeadAt: instant.nullable(),
  createdAt: instant,
});
/** One of two customers who may be the same person. */
export type PairedCustomer = z.infer<typeof pairedCustomer>;

const pairedLead = z.object({
  _id: id,
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  vehicleNumber: z.string().nullable(),
  serviceCenter: serviceCenterName,
  serviceOrCampaign: z.string().nullable(),
  status: leadStatus,
  advisor: person.nullable(),
  appointmentDate: calendarDate.nullable(),
  notes: z.string().nullable(),
  createdAt: instant,
});
/** One of two open leads that may be the same enquiry. */
export type PairedLead = z.infer<typeof pairedLead>;

// `dismissed`: who said that they are not the same, and when.
const pair = {
  _id: id,
  reasons: z.array(z.enum(duplicateReasons)).min(1),
  foundAt: instant,
  dismissed: z.object({ by: person, at: instant }).nullable(),
};

const duplicatePair = z.discriminatedUnion('kind', [
  z.object({ ...pair, kind: z.literal('customer'), one: pairedCustomer, other: pairedCustomer }),
  z.object({ ...pair, kind: z.literal('lead'), customer: id, one: pairedLead, other: pairedLead }),
]);
/** Two customers or two leads that may be the same. `one`: the earlier record; `customer`: whose leads they are. */
export type DuplicatePair = z.infer<typeof duplicatePair>;

/** Lists the pairs of likely duplicates that wait for a decision, newest first, or those that were dismissed. */
export const listDuplicates = endpoint({
  method: 'GET',
  path: '/management/duplicates',
  summary:
    'Customers, and open leads of one customer, that are likely the same, newest pair first; `dismissed` true: those that were said not to be, by when; `from`: this pair and those found before it; `isTotalCapped`: more match than `totalPairCount`',
  tag: 'Duplicates',
  reads: 'duplicates',
  freshSeconds: 0,
  who: managementLevels,
  query: z.object({
    ...pagingParams,
    serviceCenter: id.optional(),
    reason: z.enum(duplicateReasons).optional(),
    kind: z.enum(duplicateKinds).optional(),
    dismissed: z.literal('true').optional(),
    from: id.optional(),
  }),
  reply: z.object({
    pairs: z.array(duplicatePair),
    totalPages: z.int(),
    totalPairCount: z.int(),
    isTotalCapped: z.boolean(),
  }),
});

/** Counts the pairs that wait for a decision, up to 1,000; `isCapped`: there are more. */
export const countDuplicates = endpoint({
  method: 'GET',
  path: '/management/duplicates/count',
  summary: 'How many pairs wait for a decision, counted up to 1,000',
  tag: 'Duplicates',
  reads: 'duplicates',
  who: managementLevels,
  reply: z.object({ pairs: z.int(), isCapped: z.boolean() }),
});

/** Records that the two records of a pair are not the same, so that they are not listed again. */
export const dismissDuplicate = endpoint({
  method: 'POST',
  path: '/management/duplicates/:id/dismiss',
  summary:
    'Say that two records are not the same: they are not listed again. Once said, it stays as it was said first',
  tag: 'Duplicates',
  changes: ['duplicates'],
  who: managementLevels,
  params: idParams,
  refusals: [404],
});

/** Takes back a dismissal: the two records are compared again, and are a pair while they have something in common. */
export const restoreDuplicate = endpoint({
  method: 'DELETE',
  path: '/management/duplicates/:id/dismiss',
  summary:
    'Take back that two records are not the same: they are a pair again while they have something in common',
  tag: 'Duplicates',
  changes: ['duplicates'],
  who: managementLevels,
  params: idParams,
  refusals: [404],
});
