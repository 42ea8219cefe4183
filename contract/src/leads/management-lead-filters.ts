import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { searchParam } from '#contract/call/paging.ts';
import { offeringTypes } from '#contract/offerings.ts';
import { calendarDate, instant } from '#contract/text/dates.ts';
import { id, requiredText } from '#contract/text/text.ts';
import { workFilters } from './lead-lists.ts';
import { leadStatus, platforms } from './leads.ts';

/** The stages in order; a lost lead keeps its furthest stage. */
export const leadStages = ['pending', 'potential', 'booked', 'completed'] as const;
export type LeadStage = (typeof leadStages)[number];

/** The steps of a lead whose time from entry the dashboard shows. */
export const leadMilestones = ['firstFollowUp', 'firstBooking'] as const;
export type LeadMilestone = (typeof leadMilestones)[number];

/** Filters by how a new enquiry was answered; `late`: not yet, although its target is past. */
export const responseFilters = ['answered', 'inTarget', 'late'] as const;

/** Filters by bookings whose time has come: all of them, or those to which the customer came or did not come. */
export const bookingFilters = ['due', 'shownUp', 'didNotCome'] as const;

/** Filters by what an attempt came to: it reached the customer, or kept or missed a follow-up. */
export const contactResultFilters = ['reached', 'kept', 'missed'] as const;

/** A number of the dashboard that a counter sums up by day; `lead_figures.figure`. */
export type SummedLeadFigure = 'platform' | 'offeringType' | 'stage' | 'lostReason' | LeadMilestone;

/** A platform, or `none` for leads without one. */
export const platformOrNone = z.enum([...platforms, 'none']);
export type PlatformOrNone = z.infer<typeof platformOrNone>;
export const offeringTypeOrNone = z.enum([...offeringTypes, 'none']);
export type OfferingTypeOrNone = z.infer<typeof offeringTypeOrNone>;

/**
 * Filters of management's list; all apply together.
 *
 * - `employee` recorded the lead.
 * - `enteredFrom`, `enteredTo`: entered on these days; `statusFrom`, `statusTo`: entered the present status on these days; in
 *   the dealer's calendar, ends included.
 * - `reached`: at least this stage; `furthest`: stopped there; `lost`: is, or is not, lost now.
 * - `lostReason`: ignoring case and spacing.
 * - `milestone`: followed up, or booked, at least once; `bookedFrom`, `bookedTo`: first booked on these days.
 * - `until`: what these days count had happened before this moment, answers included.
 * - `response`: answered, answered within target, or still unanswered although its moment has passed.
 * - `booking`: had a booking whose time has come, to which the customer came, or did not come; `bookingFrom`, `bookingTo`: for one of these
 *   days; `bookedBy`: booked by this employee. With one of the last three alone, `due` is meant.
 * - `contactedBy`: this employee tried to reach the customer, `contactedFrom`, `contactedTo` on these days, and with `contact`
 *   reached them, or kept or missed a follow-up by it; undone attempts do not count.
 * - `open`: pending, potential or booked.
 * - `import`: came in with this file.
 * - `appointment`: booked, and the appointment's day has passed.
 */
export const managementLeadFilters = {
  status: leadStatus.optional(),
  serviceCenter: id.optional(),
  search: searchParam,
  employee: id.optional(),
  platform: platformOrNone.optional(),
  offeringType: offeringTypeOrNone.optional(),
  enteredFrom: calendarDate.optional(),
  enteredTo: calendarDate.optional(),
  statusFrom: calendarDate.optional(),
  statusTo: calendarDate.optional(),
  reached: z.enum(leadStages).optional(),
  furthest: z.enum(leadStages).optional(),
  lost: z.enum(['true', 'false']).optional(),
  lostReason: requiredText(textLength.notes).optional(),
  milestone: z.enum(leadMilestones).optional(),
  bookedFrom: calendarDate.optional(),
  bookedTo: calendarDate.optional(),
  until: instant.optional(),
  response: z.enum(responseFilters).optional(),
  booking: z.enum(bookingFilters).optional(),
  bookingFrom: calendarDate.optional(),
  bookingTo: calendarDate.optional(),
  bookedBy: id.optional(),
  contactedBy: id.optional(),
  contactedFrom: calendarDate.optional(),
  contactedTo: calendarDate.optional(),
  contact: z.enum(contactResultFilters).optional(),
  appointment: z.enum(['passed']).optional(),
  open: z.enum(['true']).optional(),
  import: id.optional(),
  ...workFilters,
};

export type ManagementLeadFilters = z.infer<z.ZodObject<typeof managementLeadFilters>>;
