import type { Context } from '#server/context.ts';
import { eraseCustomerMessages } from './customer-messages.db.ts';

/** Erases the texts and answers of the messages to customers of leads, in the transaction of `db`; those that wait are not sent. */
export function eraseMessagesOfLeads(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  leads: readonly string[],
): Promise<void> {
  return eraseCustomerMessages(db, leads, clock.now());
}
