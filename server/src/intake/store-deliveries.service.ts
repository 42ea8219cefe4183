import type { IntakeQuota } from '#server/context.ts';
import { applyEach } from '#server/db/apply-each.ts';
import { shareTransactions } from '#server/db/shared-transactions.ts';
import type { Db } from '#server/db/transaction.ts';
import type { NewDelivery } from './deliveries.db.ts';
import { storeWithinQuota } from './quota/quota.service.ts';

// Milliseconds after which what came meanwhile is stored together.
const rest = 20;

type ToStore = NewDelivery & { quota: IntakeQuota | undefined };

/**
 * Stores a delivery together with those that come at the same time, whatever their connections.
 *
 * @returns false for what came before under its key.
 * @throws Refusal as {@link storeWithinQuota}.
 */
export const storeDelivery = shareTransactions(
  async (db: Db, deliveries: readonly ToStore[]) => {
    const { stored, refused } = await storeWithinQuota(db, deliveries, deliveries[0]?.quota);
    return applyEach(deliveries, ({ id }) => {
      const refusal = refused.get(id);
      if (refusal) throw refusal;
      return stored.has(id);
    });
  },
  () => undefined,
  { rest },
);
