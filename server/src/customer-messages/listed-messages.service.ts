import { maxCountedRows } from '#contract/business.ts';
import type { EndpointQuery, EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { countPages } from '#contract/call/paging.ts';
import type { CustomerMessage } from '#contract/customer-messages/customer-message.ts';
import type {
  ListedCustomerMessage,
  listCustomerMessages as listEndpoint,
} from '#contract/customer-messages/customer-messages.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listIdsWithJoined, type VisibleLead } from '#server/leads/record/get-lead.service.ts';
import { capCount } from '#server/lib/counted.ts';
import { conflict, notFound } from '#server/lib/refusal.ts';
import {
  countListedMessages,
  findListedMessage,
  findListedMessages,
  findTimelineMessages,
  hasMessageFailures,
  type ListedRow,
  retryFailedMessage,
} from './listed-messages.db.ts';

/** Lists a page of a list of messages, and counts those that failed. */
export async function listCustomerMessages(
  { db }: Context,
  { page, limit, list }: EndpointQuery<typeof listEndpoint>,
): Promise<EndpointReply<typeof listEndpoint>> {
  const [rows, counted, failed] = await Promise.all([
    findListedMessages(db, list, { limit, offset: (page - 1) * limit }),
    countListedMessages(db, list, maxCountedRows + 1),
    countListedMessages(db, 'failed', maxCountedRows),
  ]);
  const { count: total, isCapped: isTotalCapped } = capCount(counted);
  return {
    messages: rows.map(toListed),
    ...{ totalPages: countPages(total, limit), total, isTotalCapped, failed },
  };
}

// Milliseconds in which a failed message is news.
const failureIsNews = 24 * 3_600_000;

/** Tells whether a message failed within 24 hours, the SMS gateway fails while it is used, or a chosen template is not approved. */
export function hasRecentMessageFailures({ db, clock }: Context): Promise<boolean> {
  return hasMessageFailures(db, new Date(clock.now().getTime() - failureIsNews));
}

/** Counts the failed messages that nobody has tried again, up to 1,000. */
export function countFailedMessages({ db }: Context): Promise<number> {
  return countListedMessages(db, 'failed', maxCountedRows);
}

/** Tries a failed message again, as it is true then. @throws Refusal 404, 409 with the message unless it failed and was not sent. */
export function retryCustomerMessage(context: Context, id: string): Promise<ListedCustomerMessage> {
  return inTransaction(context, async ({ db, clock }) => {
    const isRetried = await retryFailedMessage(db, id, clock.now());
    const row = await findListedMessage(db, id);
    if (!row) throw notFound();
    const listed = toListed(row);
    if (!isRetried) throw conflict(messages.messageNotRetried, listed);
    return listed;
  });
}

/** Lists the messages of a lead and those joined with it, for its timeline: those with a lower id than `page.before`, newest first. */
export async function listLeadMessages(
  { db }: Context,
  lead: VisibleLead,
  page: { before: string; limit: number },
): Promise<CustomerMessage[]> {
  return (await findTimelineMessages(db, listIdsWithJoined(lead), page)).map(toMessage);
}

function toListed({ lead, serviceCenter, ...message }: ListedRow): ListedCustomerMessage {
  return { ...toMessage(message), lead, serviceCenter };
}

function toMessage<Row extends { dueAt: Date; at: Date }>(row: Row) {
  return { ...row, dueAt: row.dueAt.toISOString(), at: row.at.toISOString() };
}
