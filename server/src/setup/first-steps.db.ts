import { sql } from 'kysely';
import type { FirstStep } from '#contract/first-steps.ts';
import type { Db } from '#server/db/transaction.ts';

type Found = Record<
  | Exclude<FirstStep, 'address' | 'mail' | 'backups' | 'customerMessages'>
  | 'leads'
  | 'messageIsOn'
  | 'phoneChannel',
  boolean
>;

/** Reads which of the first steps the data show as done. Each part ends at the first row. */
export async function readFoundSteps(db: Db): Promise<Found> {
  const { rows } = await sql<Found>`
    select
      exists (select from offerings) as offerings,
      exists (select from invites)
        or exists (select from employees where not is_connection offset 1) as people,
      exists (select from working_hours) as "workingHours",
      exists (select from booking_rules) as "bookingRules",
      exists (select from connections where kind = 'form') as "websiteForm",
      exists (select from connections where kind in ('meta', 'whatsapp')) as "metaConnections",
      exists (select from connections where kind = 'whatsapp') or exists (select from sms_gateway) as "phoneChannel",
      exists (select from message_settings where is_on) as "messageIsOn",
      exists (select from imports where state = 'done') as import,
      exists (select from leads) as leads`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('The database said nothing about the first steps');
  return found;
}
