import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { id, idParams } from '#contract/text/text.ts';
import { enquiryFields } from './deliveries.ts';
import { metaFetchFailures, metaFormId } from './meta.ts';

/** The most forms that are listed, the newest of each page first. */
export const maxMetaForms = 100;

/** A mapping finds an answer by this prefix and the name of the question. */
export const answerPathPrefix = 'answers.';

/** `key`: what answers are called by; `label`: as people are asked; `field`: where answers go, null: to the notes. */
const metaQuestion = z.object({
  key: z.string(),
  label: z.string(),
  field: z.enum(enquiryFields).nullable(),
});

const metaForm = z.object({
  _id: metaFormId,
  name: z.string().nullable(),
  questions: z.array(metaQuestion),
  serviceCenter: id.nullable(),
  serviceOrCampaign: id.nullable(),
});

/** A form of lead ads. `serviceCenter`, `serviceOrCampaign`: of its enquiries, null: of those that name none, the connection's. */
export type MetaForm = z.infer<typeof metaForm>;

/** The forms of a connection that have a service center or offering of their own, which replace those before. */
export const metaFormsBody = z
  .array(
    z
      .strictObject({ form: metaFormId, serviceCenter: id.nullable(), serviceOrCampaign: id.nullable() })
      .refine(({ serviceCenter, serviceOrCampaign }) => serviceCenter || serviceOrCampaign),
  )
  .max(maxMetaForms)
  .refine((all) => new Set(all.map(({ form }) => form)).size === all.length);

/** Asks Meta for the lead ad forms of a connection's pages. */
export const listMetaForms = endpoint({
  method: 'GET',
  path: '/management/connections/:id/forms',
  summary:
    'Ask Meta for the forms of the pages that take leads, with where each question goes, recognised by its name unless the mapping says; `failure`: why there may be more',
  tag: 'Incoming enquiries',
  reads: 'connections',
  who: ['superAdmin'],
  params: idParams,
  reply: z.object({ forms: z.array(metaForm), failure: z.enum(metaFetchFailures).nullable() }),
  refusals: [404],
});
