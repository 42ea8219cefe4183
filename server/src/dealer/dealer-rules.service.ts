import { usualNeglect } from '#contract/business.ts';
import type { NeglectedAfterDays } from '#contract/dealer.ts';
import type { DealerRules } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { findDealerRow } from './dealer.db.ts';

/** For a write, in its transaction: the time zone may have changed meanwhile. Undefined before set-up. */
export async function rulesNow(db: Db): Promise<DealerRules | undefined> {
  const row = await findDealerRow(db);
  return row && rulesOf(row);
}

/** @returns days by status. */
export async function neglectNow(db: Db): Promise<NeglectedAfterDays> {
  const row = await findDealerRow(db);
  return row?.neglected_after_days ?? usualNeglect;
}

/** The rules in the dealer's row. */
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
