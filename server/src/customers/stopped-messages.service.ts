import {
  type CustomerMessageKind,
  customerMessageKinds,
} from '#contract/customer-messages/customer-message.ts';
import type { Context } from '#server/context.ts';
import { lockCustomersWithMerged } from './customers.db.ts';
import { findStoppedMessages, updateStoppedMessages } from './stopped-messages.db.ts';

/** Lists which messages a customer, or one who was merged into them, does not want, in the order of the kinds. */
export async function listStoppedMessages(
  { db }: Pick<Context, 'db'>,
  customer: string,
): Promise<CustomerMessageKind[]> {
  return inKindOrder(await findStoppedMessages(db, customer));
}

/**
 * Sets which messages a customer does not want, under all of their numbers, in the transaction of `db`.
 *
 * @returns them in the order of the kinds.
 */
export async function saveStoppedMessages(
  { db }: Pick<Context, 'db'>,
  customer: string,
  stopped: readonly CustomerMessageKind[],
): Promise<CustomerMessageKind[]> {
  const all = inKindOrder(stopped);
  await lockCustomersWithMerged(db, [customer]);
  await updateStoppedMessages(db, customer, all);
  return all;
}

function inKindOrder(kinds: readonly CustomerMessageKind[]): CustomerMessageKind[] {
  return customerMessageKinds.filter((kind) => kinds.includes(kind));
}
