import { z } from 'zod';

/** The channels by which an enquiry comes in by itself. */
export const leadChannels = ['webhook', 'email', 'form', 'meta', 'whatsapp'] as const;
export type LeadChannel = (typeof leadChannels)[number];

/**
 * Details of where an enquiry came from, as its channel gave them. `page` is an address without what follows a `?`; `site`, `medium`
 * and `term` are what `utm_source`, `utm_medium` and `utm_term` say: where a link stood, what kind it was, what was searched for.
 * `isLate`: it came more than a day after it was sent, so that its response is not timed unless it is asked once more.
 */
export const leadSource = z.object({
  channel: z.enum(leadChannels),
  form: z.string().nullable(),
  campaign: z.string().nullable(),
  ad: z.string().nullable(),
  page: z.string().nullable(),
  site: z.string().nullable(),
  medium: z.string().nullable(),
  term: z.string().nullable(),
  isLate: z.boolean(),
});
export type LeadSource = z.infer<typeof leadSource>;
