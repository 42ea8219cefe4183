import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type {
  EraseCustomerBody,
  ErasurePreview,
  eraseCustomer as eraseCall,
} from '#contract/privacy/erasure.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { eraseComments } from '#server/comments/comments.service.ts';
import { eraseContacts } from '#server/contacts/contacts.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { eraseMessagesOfLeads } from '#server/customer-messages/erase-messages.service.ts';
import { getCustomer } from '#server/customers/customers.service.ts';
import {
  deleteCustomerWithoutLeads,
  eraseCarriedOverTexts,
  type LockedCustomer,
  lockCustomerForErasure,
  markCustomerErasing,
} from '#server/customers/erase-customer.service.ts';
import { beginErasure, rememberErasedNumbers } from '#server/customers/erased-numbers.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { eraseFromImports } from '#server/imports/imports.service.ts';
import { eraseDeliveries, eraseDeliveriesByNumber } from '#server/intake/forget-deliveries.service.ts';
import { queueJob } from '#server/jobs/jobs.service.ts';
import {
  eraseFormerLeads,
  eraseLeads,
  lockNextLeadIdsOfCustomer,
  surveyLeads,
} from '#server/leads/bulk/erase-leads.service.ts';
import { conflict, invalidFields, notFound } from '#server/lib/refusal.ts';
import { countAddresses, findErasure, insertOrReopenErasure, recordErasureProgress } from './erasures.db.ts';

/** The kind of job that erases a customer. */
export const erasureJobName = 'erasure';

const mostAtOnce = 200;
const namedLeads = 5;

/** Counts what an erasure of a customer would erase; erases nothing. @throws Refusal 404. */
export async function previewErasure(context: Context, customerId: string): Promise<ErasurePreview> {
  const { mobile } = await getCustomer(context, customerId);
  const [survey, addresses, erasure] = await Promise.all([
    surveyLeads(context, customerId, namedLeads),
    countAddresses(context.db, customerId),
    findErasure(context.db, customerId),
  ]);
  const { leads, open: openLeads, newest: open } = survey;
  return { mobile, leads, addresses, openLeads, open, isErasing: erasure?.finished_at === null };
}

/**
 * Erases a customer for good, and audits it: all at once, or thousands of leads by a job.
 *
 * @returns how many leads, and whether it has finished.
 * @throws Refusal 400 beside `phone` unless it is the customer's number, or the name of whom only WhatsApp knows; 404; 409 with the
 *   preview while a lead is open, or with the kept customer if this one is merged.
 */
export function eraseCustomer(
  context: ActorContext,
  customerId: string,
  { phone }: EraseCustomerBody,
): Promise<EndpointReply<typeof eraseCall>> {
  return inTransaction(context, async (inside) => {
    await beginErasure(inside);
    // Leads before their customer, as edits lock them.
    await lockNextLeadIdsOfCustomer(inside, customerId, mostAtOnce);
    const customer = await lockCustomerForErasure(inside, customerId);
    if (!customer) throw notFound();
    const { name } = await getCustomer(inside, customerId);
    const confirmed = [phone, normalisePhone(phone, context.dealer.phoneCountry)];
    if (isWhatsAppId(customer.mobile) && phone === name) confirmed.push(customer.mobile);
    if (!confirmed.includes(customer.mobile)) throw invalidFields({ phone: messages.otherPhone });
    const { leads, open } = await surveyLeads(inside, customerId, 0);
    if (customer.isErasing) return { leads, isFinished: false };
    if (open > 0) throw conflict(messages.leadsOpen, await previewErasure(inside, customerId));
    await startErasure(inside, customerId, context.actor._id);
    await recordAudit(inside, {
      action: 'customerErased',
      actor: context.actor._id,
      details: { customer: customerId, leads },
    });
    if (leads > mostAtOnce) return { leads, isFinished: false };
    await eraseNextRecords(inside, customerId, mostAtOnce);
    return { leads, isFinished: true };
  });
}

/** Begins an erasure and queues its job: no lead is added to the customer any more, and nothing that came before becomes one. */
export async function startErasure(context: Context, customerId: string, by: string | null): Promise<void> {
  await insertOrReopenErasure(context.db, { customerId, by, at: context.clock.now() });
  const customer = await lockCustomerForErasure(context, customerId);
  if (customer) await rememberErasedNumbers(context, numbersOf(customer));
  await markCustomerErasing(context, customerId);
  await queueJob(context, erasureJobName, { customer: customerId }, { key: customerId });
}

function numbersOf(customer: LockedCustomer): string[] {
  return [customer, ...customer.merged].map(({ mobile }) => mobile);
}

/**
 * Erases the next leads or, after the last, the customer, in `context.db`'s transaction, which has begun as an erasure.
 *
 * @returns whether anything is left.
 */
export async function eraseNextRecords(context: Context, customerId: string, most: number): Promise<boolean> {
  const erasure = await findErasure(context.db, customerId);
  if (!erasure || erasure.finished_at) return false;
  const ids = await lockNextLeadIdsOfCustomer(context, customerId, most);
  if (ids.length > 0) {
    await eraseLeads(context, ids, erasure.requested_by);
    await eraseComments(context, ids);
    await eraseContacts(context, ids);
    await eraseMessagesOfLeads(context, ids);
    await rememberErasedNumbers(context, await eraseDeliveries(context, { leads: ids, isWhole: true }));
  }
  const customer = await lockCustomerForErasure(context, customerId);
  const isMore = (await surveyLeads(context, customerId, 0)).leads > 0;
  if (!isMore && customer) {
    const phones = numbersOf(customer);
    await eraseCarriedOverTexts(context, phones);
    await eraseFormerLeads(context, phones);
    const numbers = [...phones, ...(await eraseDeliveriesByNumber(context, phones))];
    await eraseFromImports(context, numbers);
    await rememberErasedNumbers(context, numbers);
    await deleteCustomerWithoutLeads(context, customerId);
    // A backup from before the merge holds them apart.
    for (const { id } of customer.merged) {
      await insertOrReopenErasure(context.db, {
        customerId: id,
        by: erasure.requested_by,
        at: context.clock.now(),
      });
      await recordErasureProgress(context.db, id, { leads: 0, finishedAt: context.clock.now() });
    }
  }
  await recordErasureProgress(context.db, customerId, {
    leads: ids.length,
    finishedAt: isMore ? null : context.clock.now(),
  });
  return isMore;
}
