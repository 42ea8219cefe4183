import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { activeParam, pagingParams, searchParam } from '#contract/call/paging.ts';
import { calendarDate, optionalDate } from '#contract/text/dates.ts';
import { id, idParams, optionalText, requiredText } from '#contract/text/text.ts';
import { textLength } from './business.ts';
import { assignedLevels, managementLevels } from './levels.ts';
import { lastEditor } from './people.ts';

export const offeringTypes = ['service', 'campaign', 'parts'] as const;
export type OfferingType = (typeof offeringTypes)[number];
export const offeringType = z.enum(offeringTypes);

const offeringChoice = z.object({
  _id: id,
  name: z.string(),
  type: offeringType,
  location: z.string().nullable(),
  startDate: calendarDate.nullable(),
  endDate: calendarDate.nullable(),
  isActive: z.boolean(),
});
/** An offering as forms show it; both dates are included. */
export type OfferingChoice = z.infer<typeof offeringChoice>;

/**
 * A service, campaign or part that a lead can be about. `bookingMinutes`: how long a car is in the workshop for it; `bookingsPerDay`: the
 * most that a center takes of it on a day.
 */
export const offering = offeringChoice.extend({
  bookingMinutes: z.int().nullable(),
  bookingsPerDay: z.int().nullable(),
  lastModifiedBy: lastEditor,
});
export type Offering = z.infer<typeof offering>;

/**
 * `openLeads`: active pending, potential or booked leads for it, which stay when it is switched off; `isOpenCapped`: there are
 * more, not counted.
 */
const offeringWithOpenLeads = offering.extend({ openLeads: z.int(), isOpenCapped: z.boolean() });
/** An offering as its form shows it: `openLeads` warns before it is deactivated. */
export type OfferingWithOpenLeads = z.infer<typeof offeringWithOpenLeads>;

type OfferingDays = {
  type: OfferingType;
  location: string | null;
  startDate: string | null;
  endDate: string | null;
};

/** @returns a message per field that the type lacks or may not have. */
export function findOfferingErrors({ type, location, startDate, endDate }: OfferingDays) {
  const faults: Partial<Record<'location' | 'startDate' | 'endDate', string>> = {};
  if (type === 'campaign') {
    if (!location) faults.location = messages.locationRequired;
    if (!startDate) faults.startDate = messages.startDateRequired;
    if (!endDate) faults.endDate = messages.endDateRequired;
  }
  if (startDate && endDate && endDate < startDate) faults.endDate = messages.endBeforeStart;
  return faults;
}

/** The most minutes that an offering takes, and bookings of it a day and center. */
export const offeringLimits = { bookingMinutes: 1_440, bookingsPerDay: 500 } as const;

const recorded = z.strictObject({
  name: requiredText(textLength.name, messages.nameRequired),
  location: optionalText(textLength.line),
  startDate: optionalDate,
  endDate: optionalDate,
  bookingMinutes: z.int().min(1).max(offeringLimits.bookingMinutes).nullable().optional(),
  bookingsPerDay: z.int().min(1).max(offeringLimits.bookingsPerDay).nullable().optional(),
});

/** Adds an issue for each field that the type lacks or may not have. */
export function checkOfferingDays(
  body: Partial<OfferingDays> & Pick<OfferingDays, 'type'>,
  context: z.RefinementCtx,
) {
  const { type, location = null, startDate = null, endDate = null } = body;
  const faults = findOfferingErrors({ type, location, startDate, endDate });
  for (const [field, message] of Object.entries(faults))
    context.addIssue({ code: 'custom', path: [field], message });
}

/** A campaign needs a location and both dates. */
export const createOfferingBody = recorded.extend({ type: offeringType }).superRefine(checkOfferingDays);
export type CreateOfferingBody = z.infer<typeof createOfferingBody>;

const editOfferingBody = recorded.partial().extend({ isActive: z.boolean().optional() });
/** The fields of an offering to change; absent ones stay. */
export type EditOfferingBody = z.infer<typeof editOfferingBody>;

/** Lists the offerings of a type that a lead can be recorded for today. */
export const listOfferingsByType = endpoint({
  method: 'GET',
  path: '/dataEntry/manageServiceAndCampaign/getServiceOrCampaignByType',
  summary: 'Offerings of a type that a lead can be recorded for: active, a campaign only until its end date',
  tag: 'Services and campaigns',
  reads: 'offerings',
  freshSeconds: 60,
  who: assignedLevels,
  query: z.object({ type: offeringType }),
  reply: z.array(offeringChoice),
});

/** Lists offerings by name, active and inactive; without `page`, all at once. */
export const listOfferings = endpoint({
  method: 'GET',
  path: '/management/manageServiceAndCampaign',
  summary: 'Offerings by name; without `page`, all of them. `search` is part of a name or location',
  tag: 'Services and campaigns',
  reads: 'offerings',
  who: managementLevels,
  query: z.object({
    page: pagingParams.page.unwrap().optional(),
    limit: pagingParams.limit,
    active: activeParam,
    search: searchParam,
    type: offeringType.optional(),
  }),
  reply: z.object({ services: z.array(offering), totalPages: z.int(), totalServicecount: z.int() }),
});

export const createOffering = endpoint({
  method: 'POST',
  path: '/management/manageServiceAndCampaign',
  summary: 'Add a service, campaign or parts item; its name is unique within its type, ignoring case',
  tag: 'Services and campaigns',
  changes: ['offerings'],
  who: managementLevels,
  body: createOfferingBody,
  reply: offering,
  status: 201,
  refusals: [409],
});

/** Returns an offering with how many open leads it has. */
export const getOffering = endpoint({
  method: 'GET',
  path: '/management/manageServiceAndCampaign/getSingleServiceOrCampaign/:id',
  summary: 'One offering, with its open leads',
  tag: 'Services and campaigns',
  reads: 'offerings',
  who: managementLevels,
  params: idParams,
  reply: offeringWithOpenLeads,
  refusals: [404],
});

/** Edits an offering, or switches it on or off. */
export const editOffering = endpoint({
  method: 'PATCH',
  path: '/management/manageServiceAndCampaign/:id',
  summary: 'Edit an offering, or switch it on or off; leads keep one that is switched off',
  tag: 'Services and campaigns',
  changes: ['offerings'],
  who: managementLevels,
  params: idParams,
  body: editOfferingBody,
  reply: offeringWithOpenLeads,
  refusals: [404, 409],
});
