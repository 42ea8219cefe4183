import type { ActorContext, DealerRules } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { findDealerRow } from './dealer.db.ts';

/**
 * The context of a write in its transaction, with the dealer's rules as they are now: since the request began, its dealer
 * may have changed to another time zone, where today is another day.
 */
export async function withRulesNow(context: ActorContext, db: Db): Promise<ActorContext> {
  const row = await findDealerRow(db);
  return { ...context, db, dealer: row ? rulesOf(row) : context.dealer };
}

/** @returns the rules in the dealer's row. */
export function rulesOf(row: {
  time_zone: string;
  phone_country: string;
  service_may_correct: boolean;
}): DealerRules {
  return {
    timeZone: row.time_zone,
    phoneCountry: row.phone_country,
    serviceMayCorrect: row.service_may_correct,
  };
}
