import { maxCountedRows } from '#contract/business.ts';
import type { Retention, RetentionPreview } from '#contract/privacy/retention.ts';
import { dateInTimeZone, instantInTimeZone, subtractMonths } from '#contract/text/dates.ts';
import { countOldAudit, recordAudit, trimAudit } from '#server/audit/audit.service.ts';
import { eraseComments } from '#server/comments/comments.service.ts';
import { eraseContacts } from '#server/contacts/contacts.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { eraseMessagesOfLeads } from '#server/customer-messages/erase-messages.service.ts';
import { deleteLeadlessCustomers, eraseCarriedOverTexts } from '#server/customers/erase-customer.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { readRetention } from '#server/dealer/retention.service.ts';
import { eraseDeliveries } from '#server/intake/forget-deliveries.service.ts';
import { countOldPictures, expirePictures } from '#server/intake/whatsapp/pictures.service.ts';
import {
  countArchivedLeads,
  deleteUnusedReasonCounts,
  eraseFormerLeads,
  eraseLeads,
  lockNextArchivedLeads,
} from '#server/leads/bulk/erase-leads.service.ts';

const batch = { leads: 100, entries: 1_000, pictures: 100 } as const;

/** Counts what retention by these terms would erase now, each up to {@link maxCountedRows}; erases nothing. */
export async function previewRetention(
  context: ActorContext,
  { archivedMonths, auditMonths, pictureMonths }: Omit<Retention, 'pictureMegabytes'>,
): Promise<RetentionPreview> {
  const { timeZone } = context.dealer;
  const most = maxCountedRows + 1;
  const [leads, entries, pictures] = await Promise.all([
    archivedMonths === null
      ? 0
      : countArchivedLeads(context, retentionCutoff(context, timeZone, archivedMonths), most),
    auditMonths === null ? 0 : countOldAudit(context, retentionCutoff(context, timeZone, auditMonths), most),
    pictureMonths === null
      ? 0
      : countOldPictures(context, retentionCutoff(context, timeZone, pictureMonths), most),
  ]);
  const cap = (count: number) => Math.min(count, maxCountedRows);
  return {
    ...{ leads: cap(leads), entries: cap(entries), pictures: cap(pictures) },
    isCapped: {
      leads: leads > maxCountedRows,
      entries: entries > maxCountedRows,
      pictures: pictures > maxCountedRows,
    },
  };
}

/**
 * Erases the next archived leads that nobody has touched for the dealer's term, deletes customers without a lead left, and audits it.
 *
 * @returns whether there may be more.
 */
export async function eraseOldLeads(context: Context): Promise<boolean> {
  const erased = await inTransaction(context, async (inside) => {
    const { archivedMonths, setBy } = await readRetention(inside);
    const dealer = await readDealerRules(inside.db);
    if (archivedMonths === null || !dealer) return 0;
    const held = await lockNextArchivedLeads(
      inside,
      retentionCutoff(context, dealer.timeZone, archivedMonths),
      batch.leads,
    );
    if (held.length === 0) return 0;
    const ids = held.map(({ id }) => id);
    await eraseLeads(inside, ids, setBy);
    await eraseComments(inside, ids);
    await eraseContacts(inside, ids);
    await eraseMessagesOfLeads(inside, ids);
    await eraseDeliveries(inside, { leads: ids });
    const customers = [...new Set(held.map(({ customerId }) => customerId))];
    const dropped = await deleteLeadlessCustomers(inside, customers);
    await eraseCarriedOverTexts(inside, dropped);
    await eraseFormerLeads(inside, dropped);
    await recordAudit(inside, { action: 'leadsErased', actor: setBy, details: { leads: ids.length } });
    return held.length;
  });
  const isMore = erased === batch.leads;
  if (erased > 0 && !isMore) await deleteUnusedReasonCounts(context);
  return isMore;
}

/** Deletes the next audit entries older than the dealer's term, and audits that. @returns whether there may be more. */
export function deleteOldAudit(context: Context): Promise<boolean> {
  return inTransaction(context, async (inside) => {
    const { auditMonths, setBy } = await readRetention(inside);
    const dealer = await readDealerRules(inside.db);
    if (auditMonths === null || !dealer) return false;
    const entries = await trimAudit(
      inside,
      retentionCutoff(context, dealer.timeZone, auditMonths),
      batch.entries,
    );
    if (entries > 0)
      await recordAudit(inside, { action: 'auditTrimmed', actor: setBy, details: { entries } });
    return entries === batch.entries;
  });
}

/** Deletes the next pictures of customers older than the dealer's term. @returns whether there may be more. */
export function deleteOldPictures(context: Context): Promise<boolean> {
  return inTransaction(context, async (inside) => {
    const { pictureMonths } = await readRetention(inside);
    const dealer = await readDealerRules(inside.db);
    if (pictureMonths === null || !dealer) return false;
    const before = retentionCutoff(context, dealer.timeZone, pictureMonths);
    return (await expirePictures(inside, before, batch.pictures)) === batch.pictures;
  });
}

// A midnight of the dealer, so that it moves once a day.
function retentionCutoff({ clock }: Pick<Context, 'clock'>, timeZone: string, months: number): Date {
  return instantInTimeZone(timeZone, subtractMonths(dateInTimeZone(timeZone, clock.now()), months), '00:00');
}
