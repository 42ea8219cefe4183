import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { customerCallingLevels, leadWriterLevels, levelSchema, managementLevels } from '#contract/levels.ts';
import { person } from '#contract/people.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { id, idParams } from '#contract/text/text.ts';
import { lead } from './leads.ts';

/**
 * An employee who may have leads of a center: one of its active service staff, or of management. `awayUntil` is the last day of an
 * absence, null for somebody who is here.
 */
export const advisor = person.extend({ level: levelSchema, awayUntil: calendarDate.nullable() });
export type Advisor = z.infer<typeof advisor>;

/** Makes the caller the advisor of a lead that has none; 409 with the lead if somebody else has it. */
export const takeLead = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/manageLeads/take/:id',
  summary:
    'Become the advisor of a lead that has none; refused with the current lead when somebody else has it',
  tag: 'Contacts',
  changes: ['leads', 'panels'],
  who: customerCallingLevels,
  params: idParams,
  reply: lead,
  refusals: [404, 409],
});

/** Leaves a lead that the caller has without an advisor; 409 with the lead if somebody else has it. */
export const releaseLead = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/manageLeads/release/:id',
  summary: 'Give up a lead that one has; refused with the current lead when somebody else has it',
  tag: 'Contacts',
  changes: ['leads', 'panels'],
  who: customerCallingLevels,
  params: idParams,
  reply: lead,
  refusals: [404, 409],
});

const assignLeadBody = z.strictObject({
  advisor: id.nullable(),
  version: z.int().min(1).optional(),
});
export type AssignLeadBody = z.infer<typeof assignLeadBody>;

/** Makes an employee the advisor of a lead, or nobody. */
export const assignLead = endpoint({
  method: 'PATCH',
  path: '/management/manageLeads/assign/:id',
  summary: 'Make somebody the advisor of a lead, or nobody',
  tag: 'Contacts',
  changes: ['leads', 'panels'],
  who: managementLevels,
  params: idParams,
  body: assignLeadBody,
  reply: lead,
  refusals: [404, 409],
});

/** Lists the employees who may have leads of one center, or of any that the caller may see, by name. */
export const listAdvisors = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/advisors',
  summary: 'Who may have leads of a center, or of any that the caller may see, by name',
  tag: 'Contacts',
  reads: 'employees',
  freshSeconds: 60,
  who: leadWriterLevels,
  query: z.object({ serviceCenter: id.optional() }),
  reply: z.array(advisor),
});
