import { z } from 'zod';
import { findLimits, textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { leadWriterLevels } from '#contract/levels.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { id, requiredText, singleLine } from '#contract/text/text.ts';
import { lead, leadStatus } from './leads.ts';

const foundLead = lead
  .pick({
    _id: true,
    name: true,
    phone: true,
    vehicleNumber: true,
    jobId: true,
    status: true,
    isActive: true,
    createdAt: true,
    serviceCenter: true,
    serviceOrCampaign: true,
    advisor: true,
    appointmentDate: true,
    appointmentTime: true,
    nextFollowUpDates: true,
    contactAttempts: true,
    tryAgainAt: true,
    responseDueAt: true,
    respondedAt: true,
  })
  .extend({ date: calendarDate });
/** A lead of a person that Find shows. `date`: of the appointment, else the day on which the lead got its status. */
export type FoundLead = z.infer<typeof foundLead>;

const foundPerson = z.object({
  customer: id.nullable(),
  name: z.string(),
  phone: z.string(),
  otherPhones: z.array(z.string()),
  open: z.array(foundLead),
  past: z.array(foundLead),
});
/**
 * A customer as described by their leads; `customer` is there for callers who may open customers. `otherPhones`: of the same person
 * after a merge, those that were asked for first; whoever may not open customers is told those of the leads that they see. `open`:
 * enquiries that are worked, `past`: the newest others, archived ones last; of both those first by which the person was found.
 */
export type FoundPerson = z.infer<typeof foundPerson>;

const openLeadsElsewhere = z.object({ serviceCenters: z.array(z.string()), isHeldBack: z.boolean() });
/**
 * Centers that the caller may not see and where somebody with exactly this phone number has an open enquiry. `isHeldBack`: the
 * caller asked for too many numbers in the last hour to be told.
 */
export type OpenLeadsElsewhere = z.infer<typeof openLeadsElsewhere>;

/** Finds people by any part of phone, name, vehicle number, email or job ID, with their leads of every status. */
export const findPeople = endpoint({
  method: 'POST',
  path: '/serviceCenter/find',
  summary:
    'People by any part of phone, name, vehicle number, email or job ID, in every status; `isCapped`: there are more',
  tag: 'Find',
  reads: 'leads',
  changes: [],
  who: leadWriterLevels,
  body: z.strictObject({ text: requiredText(textLength.search) }),
  reply: z.object({ people: z.array(foundPerson), isCapped: z.boolean(), elsewhere: openLeadsElsewhere }),
});

/** The fields by which a form finds a person who is known already. */
export const knownPersonFields = ['phone', 'email', 'vehicleNumber'] as const;

const knownPerson = foundPerson.extend({ by: z.array(z.enum(knownPersonFields)) });
/** A person who has exactly what was asked for; `by` names those fields, whatever the form in which they are written. */
export type KnownPerson = z.infer<typeof knownPerson>;

/** Finds people who have exactly this phone number, email or vehicle number. */
export const findKnownPeople = endpoint({
  method: 'POST',
  path: '/serviceCenter/find/known',
  summary: 'Who has exactly this phone number, email or vehicle number',
  tag: 'Find',
  reads: 'leads',
  changes: [],
  who: leadWriterLevels,
  body: z.strictObject({
    phone: singleLine(textLength.pastedPhone).optional(),
    email: singleLine(textLength.email).optional(),
    vehicleNumber: singleLine(textLength.search).optional(),
  }),
  reply: z.object({ people: z.array(knownPerson), elsewhere: openLeadsElsewhere }),
});

/** Returns the leads with these ids, such as those opened last, in the same order and without those the caller may not see. */
export const findOpenedLeads = endpoint({
  method: 'POST',
  path: '/serviceCenter/find/opened',
  summary: 'Leads by their ids, in that order, without those that the caller may not see',
  tag: 'Find',
  reads: 'leads',
  changes: [],
  who: leadWriterLevels,
  body: z.strictObject({ ids: z.array(id).max(findLimits.opened) }),
  reply: z.object({ leads: z.array(foundLead) }),
});

/** Counts, for each status, the active leads that a search finds. */
export const countFoundByStatus = endpoint({
  method: 'POST',
  path: '/serviceCenter/find/statuses',
  summary: 'How many active leads a search finds in each status; `isCapped`: counting stopped',
  tag: 'Find',
  reads: 'leads',
  changes: [],
  who: leadWriterLevels,
  body: z.strictObject({ search: requiredText(textLength.search), serviceCenter: id.optional() }),
  reply: z.object({
    statuses: z.array(z.object({ status: leadStatus, leads: z.int() })),
    isCapped: z.boolean(),
  }),
});
