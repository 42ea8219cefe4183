import { z } from 'zod';
import { dayRanges, lostFollowUps, maxFollowUpDates, maxKnownLeads, textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { pagingParams, searchParam } from '#contract/call/paging.ts';
import { leadWriterLevels, managementLevels } from '#contract/levels.ts';
import { offeringType } from '#contract/offerings.ts';
import { person } from '#contract/people.ts';
import { calendarDate, instant, optionalDate, optionalTime, timeOfDay } from '#contract/text/dates.ts';
import {
  id,
  idParams,
  optionalEmail,
  optionalLines,
  optionalText,
  requiredText,
  singleLine,
} from '#contract/text/text.ts';
import { leadOrderParams, leadSortRefinement, workFilters } from './lead-lists.ts';
import { leadSource } from './lead-source.ts';
import { leadStatuses } from './lead-status.ts';

export const platforms = ['facebook', 'whatsapp', 'website'] as const;
export type Platform = (typeof platforms)[number];

export const leadStatus = z.enum(leadStatuses);

/**
 * `isErased`: its personal data are gone, and nobody can change it. `_id === entryId` is the enquiry's identity (a version has its own `_id`);
 * `version` counts writes from 1. `employee` recorded it, `advisor` works it, `employees` have worked on it, `editedBy` are in order of first edits.
 * `isDayBooked`: it has been booked for its appointment date and time, also when it no longer is; before that they are what the customer asked for.
 * `nextFollowUpDates`: the newest, oldest first. `contactAttempts` and `lastContactAt` are of attempts to reach the customer; `tryAgainAt` stands
 * until the next attempt or change of status. `responseDueAt`: by when it should be answered; `respondedAt`: the first attempt or change of status,
 * `responseMinutes` working minutes after it was recorded. `source`: null where somebody typed it. `mergedInto`: the lead with which it was joined;
 * `joinedLeads`: those that were joined with it.
 */
export const lead = z.object({
  _id: id,
  entryId: id,
  version: z.int(),
  customer: id.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  platform: z.enum(platforms).nullable(),
  vehicleNumber: z.string().nullable(),
  notes: z.string().nullable(),
  status: leadStatus,
  jobId: z.string().nullable(),
  isActive: z.boolean(),
  isErased: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  statusAt: instant,
  serviceCenter: z.object({
    _id: id,
    name: z.string(),
    address: z.string().nullable(),
    contactNo: z.string().nullable(),
  }),
  serviceOrCampaign: z.object({ _id: id, name: z.string(), type: offeringType }).nullable(),
  appointmentDate: calendarDate.nullable(),
  appointmentTime: timeOfDay.nullable(),
  isDayBooked: z.boolean(),
  followUpCount: z.int(),
  nextFollowUpDates: z.array(calendarDate),
  lostReason: z.string().nullable(),
  employee: person,
  advisor: person.nullable(),
  employees: z.array(person),
  editedBy: z.array(person),
  lastModifiedBy: person,
  changedFields: z.array(z.string()),
  contactAttempts: z.int(),
  lastContactAt: instant.nullable(),
  tryAgainAt: instant.nullable(),
  responseDueAt: instant.nullable(),
  respondedAt: instant.nullable(),
  responseMinutes: z.int().nullable(),
  source: leadSource.nullable(),
  mergedInto: id.nullable(),
  joinedLeads: z.array(id),
});
export type Lead = z.infer<typeof lead>;

/** `isTotalCapped`: counting stopped at `totalLeadsCount`. */
export const leadList = z.object({
  leads: z.array(lead),
  totalPages: z.int(),
  totalLeadsCount: z.int(),
  isTotalCapped: z.boolean(),
});
export type LeadList = z.infer<typeof leadList>;

const vehicleNumber = singleLine(40)
  .transform((text) => text.replace(/\s+/g, ' ').toUpperCase() || null)
  .nullable()
  .optional();

const platform = z
  .union([z.literal(''), z.null(), z.enum(platforms)], messages.unknownPlatform)
  .transform((value) => value || null)
  .optional();

const offeringId = z
  .union([z.literal(''), z.null(), id], messages.unknownOffering)
  .transform((value) => value || null)
  .optional();

/** The server checks the phone for the dealer's country. */
export const createLeadBody = z.strictObject({
  name: requiredText(textLength.name),
  phone: requiredText(textLength.pastedPhone),
  email: optionalEmail,
  serviceCenter: z.string(messages.unknownServiceCenter).pipe(z.uuid(messages.unknownServiceCenter)),
  serviceOrCampaign: offeringId,
  platform,
  vehicleNumber,
  notes: optionalLines(textLength.notes),
  appointmentDate: optionalDate,
  appointmentTime: optionalTime,
});
export type CreateLeadBody = z.infer<typeof createLeadBody>;

const version = z.int().min(1).optional();
const overbook = z.boolean().optional();

const editLeadBody = createLeadBody.partial().extend({ version, overbook });
export type EditLeadBody = z.infer<typeof editLeadBody>;

export const correctableFields = ['name', 'phone', 'email', 'vehicleNumber', 'serviceOrCampaign'] as const;

const { name, phone, email, serviceOrCampaign } = createLeadBody.shape;
const correctable = z.strictObject({ name, phone, email, vehicleNumber, serviceOrCampaign });
const correctLeadBody = correctable.partial().extend({ version, overbook });
export type CorrectLeadBody = z.infer<typeof correctLeadBody>;

const sentFollowUpDates = 2 * maxFollowUpDates;

export const moveLeadBody = z.strictObject({
  notes: optionalLines(textLength.notes),
  status: leadStatus.optional(),
  jobId: optionalText(textLength.name),
  followUpCount: z.int().min(0).max(lostFollowUps).optional(),
  nextFollowUpDates: z
    .array(calendarDate)
    .max(sentFollowUpDates, fillPlaceholders(messages.tooManyDates, { max: sentFollowUpDates }))
    .optional(),
  appointmentDate: optionalDate,
  appointmentTime: optionalTime,
  lostReason: optionalLines(textLength.notes),
  serviceCenter: createLeadBody.shape.serviceCenter.optional(),
  overbook,
  version,
});
/** A lead's new status and what belongs to it; absent fields stay. `nextFollowUpDates`: the lead's, oldest first, then as many new ones. `serviceCenter`: where a booked lead comes to. `overbook`: book a place that is not free, else 409 with a `placeRefusal`. */
export type MoveLeadBody = z.infer<typeof moveLeadBody>;

const entry = [...managementLevels, 'dataEntry'] as const;
const serviceCenter = id.optional();

export const dataEntryFilters = {
  search: searchParam,
  filter: z.enum(['active', 'archived']).default('active'),
  serviceCenter,
  import: id.optional(),
};
export type DataEntryFilters = z.infer<z.ZodObject<typeof dataEntryFilters>>;

export const listLeads = endpoint({
  method: 'GET',
  path: '/dataEntry/manageLeads',
  summary: 'Leads of every status, active or archived, newest first; `import`: that came in with this file',
  tag: 'Leads',
  reads: 'leads',
  who: entry,
  query: z.object({ ...pagingParams, ...dataEntryFilters }),
  reply: leadList,
});

export const createLead = endpoint({
  method: 'POST',
  path: '/dataEntry/manageLeads',
  summary: 'Record a lead; with an Idempotency-Key header a repeated request makes one lead',
  tag: 'Leads',
  changes: ['leads', 'panels'],
  who: leadWriterLevels,
  body: createLeadBody.extend({ meant: z.array(id).max(maxKnownLeads).default([]) }),
  reply: lead,
  status: 201,
  refusals: [409],
});

export const editLead = endpoint({
  method: 'PATCH',
  path: '/dataEntry/manageLeads/:id',
  summary: 'Edit what was recorded of a lead',
  tag: 'Leads',
  changes: ['leads', 'panels'],
  who: entry,
  params: idParams,
  body: editLeadBody,
  reply: lead,
  refusals: [404, 409],
});

export const correctLead = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/manageLeads/correct/:id',
  summary:
    'Correct name, phone, email, vehicle or offering of a lead; for the service level only while the dealer allows it',
  tag: 'Leads',
  changes: ['leads', 'panels'],
  who: leadWriterLevels,
  params: idParams,
  body: correctLeadBody,
  reply: lead,
  refusals: [404, 409],
});

export const archiveLead = endpoint({
  method: 'PATCH',
  path: '/dataEntry/manageLeads/archive/:id',
  summary: 'Archive or unarchive a lead',
  tag: 'Leads',
  changes: ['leads', 'panels'],
  who: entry,
  params: idParams,
  body: z.strictObject({ isActive: z.boolean(), version }),
  reply: lead,
  refusals: [404, 409],
});

/** `startDate`, `endDate`: entered on these days, both included; `dateRange`: in the last so many; `serviceID`: an offering. */
export const statusListFilters = {
  status: leadStatus,
  search: searchParam,
  startDate: calendarDate.optional(),
  endDate: calendarDate.optional(),
  serviceID: id.optional(),
  dateRange: z.coerce
    .number<number>()
    .pipe(z.union(dayRanges.map((days) => z.literal(days))))
    .optional(),
  serviceCenter,
  ...workFilters,
};
export type StatusListFilters = z.infer<z.ZodObject<typeof statusListFilters>>;

export const listLeadsByStatus = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/getLeadsByServicesCenterAndStatus',
  summary:
    'Active leads in a status, newest first unless sorted; `serviceID` is an offering, `dateRange` the last N days of entry, both ends of a range included',
  tag: 'Leads',
  reads: 'leads',
  who: leadWriterLevels,
  query: z
    .object({ ...pagingParams, ...statusListFilters, ...leadOrderParams })
    .refine(...leadSortRefinement),
  reply: leadList,
});

/** Changes a lead's status with what belongs to it: follow-ups, appointment and its center, lost reason, job ID and notes. */
export const moveLead = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/manageLeads/update/:id',
  summary: 'Change the status, follow-ups, appointment and its center, reason, job ID or notes of a lead',
  tag: 'Leads',
  changes: ['leads', 'panels'],
  who: leadWriterLevels,
  params: idParams,
  body: moveLeadBody,
  reply: lead,
  refusals: [404, 409],
});

export const getLead = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/getSingleLead/:id',
  summary: 'One lead',
  tag: 'Leads',
  reads: 'leads',
  who: leadWriterLevels,
  params: idParams,
  reply: lead,
  refusals: [404],
});

export const leadCounts = z.object({
  pendingLeads: z.int(),
  potentialLeads: z.int(),
  bookedLeads: z.int(),
  completedLeads: z.int(),
  lostCustomerLeads: z.int(),
});
export type LeadCounts = z.infer<typeof leadCounts>;

export const countLeadsByStatus = endpoint({
  method: 'GET',
  path: '/management/manageLeads/getLeadsCountByStatus',
  summary: 'How many active leads are in each status',
  tag: 'Leads',
  reads: 'leads',
  who: leadWriterLevels,
  query: z.object({ serviceCenter }),
  reply: leadCounts,
});
