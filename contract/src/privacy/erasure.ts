import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { managementLevels } from '#contract/levels.ts';
import { id, idParams, requiredText } from '#contract/text/text.ts';

const erasurePreview = z.object({
  mobile: z.string(),
  leads: z.int(),
  addresses: z.int(),
  openLeads: z.int(),
  open: z.array(z.object({ _id: id, name: z.string(), status: z.enum(leadStatuses) })),
  isErasing: z.boolean(),
});
/** The records that erasing a customer would delete. `open`: the newest leads that must be closed first. */
export type ErasurePreview = z.infer<typeof erasurePreview>;

/** Returns what erasing a customer would delete, and the open leads that prevent it; nothing is erased. */
export const previewErasure = endpoint({
  method: 'GET',
  path: '/management/customers/:id/erasure',
  summary: 'What erasing a customer would take, and which open leads stand in its way',
  tag: 'Customers',
  reads: 'customers',
  freshSeconds: 0,
  who: ['superAdmin'],
  params: idParams,
  reply: erasurePreview,
  refusals: [404, 409],
});

/** The confirmation that a customer is to be erased. `phone`: the customer's number, or the name of whom only WhatsApp knows, typed to confirm. */
export const eraseCustomerBody = z.strictObject({ phone: requiredText(textLength.line) });
export type EraseCustomerBody = z.infer<typeof eraseCustomerBody>;

/** Erases all personal data of a customer and their leads for good; 409 while leads are open. */
export const eraseCustomer = endpoint({
  method: 'POST',
  path: '/management/customers/:id/erase',
  summary:
    'Erase a customer and all personal data of their leads, for good; 409 while leads are open. Thousands of leads are erased in the background: `isFinished` false',
  tag: 'Customers',
  changes: ['customers', 'leads', 'panels', 'reports'],
  who: ['superAdmin'],
  params: idParams,
  body: eraseCustomerBody,
  reply: z.object({ leads: z.int(), isFinished: z.boolean() }),
  refusals: [404, 409],
});

/** Streams all that is stored about a customer as a ZIP of CSV files. */
export const exportCustomer = endpoint({
  method: 'GET',
  path: '/management/customers/:id/export',
  summary:
    'Everything that is stored of a customer as a zip, streamed: one CSV per kind from one moment, and a manifest',
  tag: 'Customers',
  who: managementLevels,
  params: idParams,
  streams: 'application/zip',
  refusals: [404, 409],
});
