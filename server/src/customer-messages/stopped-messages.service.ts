import { messages } from '#contract/call/messages.ts';
import type { CustomerMessageKind } from '#contract/customer-messages/customer-message.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { listStoppedMessages, saveStoppedMessages } from '#server/customers/stopped-messages.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getVisibleLead, toNamedLead, type VisibleLead } from '#server/leads/record/get-lead.service.ts';
import { conflict } from '#server/lib/refusal.ts';

/** Lists the kinds of messages that the customer of a lead does not want. */
export async function listStoppedMessagesOfLead(
  context: Context,
  lead: VisibleLead,
): Promise<CustomerMessageKind[]> {
  return lead.customer_id === null ? [] : listStoppedMessages(context, lead.customer_id);
}

/**
 * Sets which kinds of messages the customer of a lead does not want, and returns them.
 *
 * @throws Refusal 404, 409 with the lead once it was erased.
 */
export function setStoppedMessages(
  context: ActorContext,
  id: string,
  stopped: readonly CustomerMessageKind[],
): Promise<{ stopped: CustomerMessageKind[] }> {
  return inTransaction(context, async (inside) => {
    const lead = await getVisibleLead(inside, id);
    if (lead.customer_id === null) throw conflict(messages.leadErased, await toNamedLead(inside, lead));
    return { stopped: await saveStoppedMessages(inside, lead.customer_id, stopped) };
  });
}
