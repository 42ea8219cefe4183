import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { lead, leadStatus, moveLeadBody } from '#contract/leads/leads.ts';
import { instant } from '#contract/text/dates.ts';
import { id, idParams, optionalLines, requiredText } from '#contract/text/text.ts';
import { customerCallingLevels } from './levels.ts';
import { person } from './people.ts';

/** The channels by which an employee tries to reach a customer. */
export const contactChannels = ['call', 'whatsapp', 'sms', 'email', 'visit'] as const;
export type ContactChannel = (typeof contactChannels)[number];

/** The outcomes of an attempt to reach a customer. */
export const contactOutcomes = ['reached', 'noAnswer', 'busy', 'callLater', 'wrongNumber'] as const;
export type ContactOutcome = (typeof contactOutcomes)[number];

/** An employee can correct their own contact for this long. */
export const contactCorrectionMinutes = 5;

/** A reminder can be set this many days ahead. */
export const maxReminderDays = 365;

/** The columns of a lead as they were before a contact changed them, for its undo; moments are ISO 8601. */
export type LeadBeforeContact = {
  version: number;
  contact_attempts: number;
  last_contact_at: string | null;
  try_again_at: string | null;
  reminded_for: string | null;
};

const saying = {
  channel: z.enum(contactChannels),
  outcome: z.enum(contactOutcomes),
  note: z.string().nullable(),
};

/**
 * An attempt to reach the customer of a lead. `tryAgainAt`, `movedTo`, `version`: reminder, status and version of the lead that it set.
 * `earlier`: its forms before corrections, each with its end, oldest first. An undone contact stays, with `undoneAt`. `isMessage`: it was
 * sent to the customer from here, and can be neither corrected nor undone.
 */
export const contact = z.object({
  _id: id,
  lead: id,
  employee: person,
  ...saying,
  tryAgainAt: instant.nullable(),
  movedTo: leadStatus.nullable(),
  version: z.int().nullable(),
  createdAt: instant,
  correctedAt: instant.nullable(),
  earlier: z.array(z.object({ ...saying, until: instant })),
  undoneAt: instant.nullable(),
  isMessage: z.boolean(),
});
export type Contact = z.infer<typeof contact>;

const note = optionalLines(textLength.notes);

/**
 * An absent `tryAgainAt` ends an earlier reminder. `move` changes the lead like `moveLead` and needs the `version` that the employee
 * saw. A repeated `key` answers the first contact. `phone` takes the place of a wrong number, needs the `version` as well, and makes the
 * lead due at once unless `tryAgainAt` is given.
 */
export const logContactBody = z
  .strictObject({
    channel: saying.channel,
    outcome: saying.outcome,
    note,
    tryAgainAt: instant.nullable().optional(),
    key: z.uuid().optional(),
    move: moveLeadBody.omit({ version: true }).optional(),
    phone: requiredText(textLength.pastedPhone).optional(),
    version: z.int().min(1).optional(),
  })
  .refine(({ move, phone, version }) => (!move && phone === undefined) || version !== undefined, {
    path: ['version'],
    message: messages.required,
  })
  .refine(({ outcome, phone }) => phone === undefined || outcome === 'wrongNumber', {
    path: ['phone'],
    message: messages.phoneNotWrong,
  });
export type LogContactBody = z.infer<typeof logContactBody>;

const correctContactBody = z
  .strictObject({ channel: saying.channel, outcome: saying.outcome, note })
  .partial();
/** The channel, outcome or note to correct; absent ones stay. */
export type CorrectContactBody = z.infer<typeof correctContactBody>;

/** Records an attempt to reach the customer of a lead, which may also change its status; a lead without an advisor becomes the caller's. */
export const logContact = endpoint({
  method: 'POST',
  path: '/serviceCenter/manageLeads/contacts/:id',
  summary:
    'Log an attempt to reach the customer of a lead, with a reminder, a change of status or the number that replaces a wrong one; a lead without an advisor becomes the caller’s',
  tag: 'Contacts',
  changes: ['leads', 'panels'],
  who: customerCallingLevels,
  params: idParams,
  body: logContactBody,
  reply: z.object({ contact, lead }),
  status: 201,
  refusals: [404, 409],
});

/** Replaces the caller's own contact within five minutes; its earlier form is kept. */
export const correctContact = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/manageLeads/contacts/correct/:id',
  summary: 'Correct one’s own contact within five minutes; the earlier form is kept',
  tag: 'Contacts',
  changes: ['leads', 'panels'],
  who: customerCallingLevels,
  params: idParams,
  body: correctContactBody,
  reply: contact,
  refusals: [404],
});

/** Takes back the caller's own contact with all that it changed, within an hour and only the newest of its lead. */
export const undoContact = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/manageLeads/contacts/undo/:id',
  summary:
    'Take back one’s own contact with all that it changed, if it is the newest of its lead, at most an hour old, and the lead has not changed since',
  tag: 'Contacts',
  changes: ['leads', 'panels'],
  who: customerCallingLevels,
  params: idParams,
  reply: z.object({ lead }),
  refusals: [404],
});
