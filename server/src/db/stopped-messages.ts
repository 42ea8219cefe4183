import { type RawBuilder, sql } from 'kysely';
import {
  type CustomerMessageKind,
  customerMessageKinds,
} from '#contract/customer-messages/customer-message.ts';

const allKinds = sql`array[${sql.join(customerMessageKinds.map((kind) => sql.lit(kind)))}]`;

/** Selects the hash of a number, or an id of WhatsApp, of somebody who wants no messages, in SQL. */
export function selectStoppedHash(number: RawBuilder<unknown>): RawBuilder<Buffer> {
  return sql<Buffer>`sha256(convert_to('pitlane stopped ' || ${number}, 'UTF8'))`;
}

/**
 * Selects the kinds of messages that a row of customers does not want, in SQL: all of them where that was said before there was a
 * customer.
 */
export function selectStoppedMessages(customer: string): RawBuilder<CustomerMessageKind[]> {
  const hash = selectStoppedHash(sql.ref(`${customer}.mobile`));
  return sql<CustomerMessageKind[]>`case when exists (select from stopped_numbers where hash = ${hash})
    then ${allKinds} else ${sql.ref(`${customer}.stopped_messages`)} end`;
}
