import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';

/**
 * How many months archived leads keep personal data after they were last touched, audit entries stay, and so do pictures that customers send; null
 * means for ever. `pictureMegabytes`: larger ones are not fetched.
 */
export const retention = z.strictObject({
  archivedMonths: z.int().min(1).max(120).nullable(),
  auditMonths: z.int().min(12).max(120).nullable(),
  pictureMonths: z.int().min(1).max(120).nullable(),
  pictureMegabytes: z.int().min(1).max(25),
});
export type Retention = z.infer<typeof retention>;

export const getRetention = endpoint({
  method: 'GET',
  path: '/management/retention',
  summary: 'For how many months personal data are kept',
  tag: 'Dealer',
  reads: 'retention',
  who: ['superAdmin'],
  reply: retention,
});

const months = z.coerce.number().optional();

const retentionPreview = z.object({
  leads: z.int(),
  entries: z.int(),
  pictures: z.int(),
  isCapped: z.object({ leads: z.boolean(), entries: z.boolean(), pictures: z.boolean() }),
});
/** The records that the terms would concern now; `isCapped`: that many, and more. */
export type RetentionPreview = z.infer<typeof retentionPreview>;

/** Counts what would be erased if these terms were set now; nothing is erased. */
export const previewRetention = endpoint({
  method: 'GET',
  path: '/management/retention/preview',
  summary:
    'How many archived leads would be erased, and audit entries and pictures of customers deleted, if so many months were set now',
  tag: 'Dealer',
  reads: 'retention',
  who: ['superAdmin'],
  query: z.object({
    archivedMonths: months.pipe(retention.shape.archivedMonths.unwrap().optional()),
    auditMonths: months.pipe(retention.shape.auditMonths.unwrap().optional()),
    pictureMonths: months.pipe(retention.shape.pictureMonths.unwrap().optional()),
  }),
  reply: retentionPreview,
});

/** Sets after how many months personal data are erased; older data go within ten minutes. */
export const editRetention = endpoint({
  method: 'PATCH',
  path: '/management/retention',
  summary:
    'Change for how many months personal data are kept, and how large pictures may be; what is older goes within ten minutes, for good',
  tag: 'Dealer',
  changes: ['retention'],
  who: ['superAdmin'],
  body: retention.partial(),
  reply: retention,
});
