import type { Context } from '#server/context.ts';
import { eraseCustomerMessages } from './customer-messages.db.ts';

/** Erases what customers of leads were told and answered, in the transaction of `db`; what waits is not sent. */
export function eraseMessagesOfLeads(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  leads: readonly string[],
): Promise<void> {
  return eraseCustomerMessages(db, leads, clock.now());
}
