import { dateInTimeZone, instantInTimeZone, subtractMonths } from '#contract/text/dates.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { readRetention } from '#server/dealer/retention.service.ts';
import {
  deleteOldDeliveries,
  eraseDeliveryTexts,
  findOldestWaitingReceivedAt,
  findSenderIdsOfLeads,
  findWhatsAppAliases,
} from './forget-deliveries.db.ts';
import { eraseMessages } from './whatsapp/messages.db.ts';

const oldBatch = 500;

/**
 * Erases the texts of deliveries that became or joined leads, and messages that wait to be sent for them, in the transaction of `db`.
 *
 * @param options.isWhole also erases all else that their senders have sent.
 * @returns the phone numbers and WhatsApp ids of these senders; none without `isWhole`.
 */
export async function eraseDeliveries(
  { db }: Pick<Context, 'db'>,
  { leads, isWhole = false }: { leads: readonly string[]; isWhole?: boolean },
): Promise<string[]> {
  const senders = isWhole ? await findSenderIdsOfLeads(db, leads) : [];
  await eraseDeliveryTexts(db, { leads, senders });
  await eraseMessages(db, leads);
  return senders;
}

/**
 * Erases what somebody has sent under these phone numbers or ids of WhatsApp, also what waits to be worked or names them and was not
 * understood.
 *
 * @returns what else WhatsApp calls them.
 */
export async function eraseDeliveriesByNumber(
  { db }: Pick<Context, 'db'>,
  numbers: readonly string[],
): Promise<string[]> {
  const senders = await findWhatsAppAliases(db, numbers);
  await eraseDeliveryTexts(db, { numbers, senders });
  return senders;
}

/** Finds when the delivery came that has waited longest and is still worked by itself; null when none is. */
export function getOldestWaitingSince({ db }: Pick<Context, 'db'>): Promise<Date | null> {
  return findOldestWaitingReceivedAt(db);
}

/**
 * Deletes deliveries that became no lead and have not failed, after the dealer's term for archived leads; none while the dealer sets
 * no term.
 *
 * @returns whether there may be more.
 */
export function expireDeliveries(context: Context): Promise<boolean> {
  return inTransaction(context, async (inside) => {
    const { archivedMonths } = await readRetention(inside);
    const dealer = await readDealerRules(inside.db);
    if (archivedMonths === null || !dealer) return false;
    const { timeZone } = dealer;
    const before = subtractMonths(dateInTimeZone(timeZone, inside.clock.now()), archivedMonths);
    return (
      (await deleteOldDeliveries(inside.db, instantInTimeZone(timeZone, before, '00:00'), oldBatch)) ===
      oldBatch
    );
  });
}
