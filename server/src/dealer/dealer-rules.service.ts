import type { DealerRules } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { findDealerRow } from './dealer.db.ts';

/**
 * The dealer's rules as they are now, for a write in its transaction: since the request began, its dealer may have changed
 * to another time zone, where today is another day. Undefined before there is a dealer.
 */
export async function rulesNow(db: Db): Promise<DealerRules | undefined> {
  const row = await findDealerRow(db);
  return row && rulesOf(row);
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
