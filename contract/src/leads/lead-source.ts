import { z } from 'zod';

/** How an enquiry came in by itself. */
export const leadChannels = ['webhook', 'email', 'form', 'meta', 'whatsapp'] as const;
export type LeadChannel = (typeof leadChannels)[number];

/** What its channel said of it; `page` is an address without what follows a `?`. */
export const leadSource = z.object({
  channel: z.enum(leadChannels),
  form: z.string().nullable(),
  campaign: z.string().nullable(),
  ad: z.string().nullable(),
  page: z.string().nullable(),
});
export type LeadSource = z.infer<typeof leadSource>;
