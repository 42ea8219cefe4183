import { erasedLeadTexts } from '#contract/leads/erased-lead.ts';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import type { Context } from '#server/context.ts';
import { writeLeads } from '#server/leads/record/change-leads.service.ts';
import { lockLeads } from '#server/leads/record/leads.db.ts';
import {
  allowErasure,
  countArchivedBefore,
  countLeadsOfCustomer,
  deleteEmptyReasonCounts,
  eraseFormerVersions,
  eraseJoinedVersions,
  eraseKeysOfLeads,
  eraseVersions,
  findKeptReasons,
  findOpenLeadsOfCustomer,
  lockArchivedLeads,
  lockLeadIdsOfCustomer,
} from './erase-leads.db.ts';

/** Locks the next leads of a customer, and of those merged into them, until commit. @returns their ids, at most `most`. */
export function lockNextLeadIdsOfCustomer(
  { db }: Context,
  customerId: string,
  most: number,
): Promise<string[]> {
  return lockLeadIdsOfCustomer(db, customerId, most);
}

/** Counts a customer's leads and open ones, and lists the newest open ones, at most `most`. */
export async function surveyLeads({ db }: Context, customerId: string, most: number) {
  const counts = await countLeadsOfCustomer(db, customerId);
  return { ...counts, newest: counts.open === 0 ? [] : await findOpenLeadsOfCustomer(db, customerId, most) };
}

const erased = {
  ...{ name: erasedLeadTexts.name, phone: '', email: null, vehicle_number: null, notes: null, job_id: null },
  ...{ customer_id: null, try_again_at: null, source: null },
} as const;

/**
 * Erases personal data of locked leads, by a version each, and of all their versions, in the transaction of `context.db`, which may
 * then replace comments too. Keeps what reports count; archives open leads: nobody can work them.
 *
 * @param editor who made the new versions; null keeps the last editor.
 */
export async function eraseLeads(
  { db, clock }: Context,
  ids: readonly string[],
  editor: string | null,
): Promise<void> {
  const at = clock.now();
  await allowErasure(db);
  await eraseVersions(db, ids);
  await eraseJoinedVersions(db, ids);
  await eraseKeysOfLeads(db, ids);
  const reasons = await findKeptReasons(db, ids);
  const edits = (await lockLeads(db, ids)).map((lead) => {
    const isOpen = openStatuses.some((status) => status === lead.status);
    const lost_reason = reasons.get(lead.id) ?? null;
    const change = { ...erased, lost_reason, is_active: lead.is_active && !isOpen };
    return { lead, change, editor, at };
  });
  await writeLeads(db, edits);
}

/** Erases customers by their phone numbers from versions of what are now others' leads. */
export async function eraseFormerLeads({ db }: Context, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return;
  await allowErasure(db);
  await eraseFormerVersions(db, phones);
}

/** Deletes the counters of lost reasons that no lead has any more: they would still name the reason. */
export function deleteUnusedReasonCounts({ db }: Context): Promise<void> {
  return deleteEmptyReasonCounts(db);
}

/**
 * Locks, until commit, archived leads with personal data that nobody has touched since `before`, the oldest first, at most `most`;
 * skips leads that another transaction has locked.
 */
export function lockNextArchivedLeads({ db }: Context, before: Date, most: number) {
  return lockArchivedLeads(db, before, most);
}

/** Counts the archived leads with personal data that nobody has touched since `before`, up to `most`. */
export function countArchivedLeads({ db }: Pick<Context, 'db'>, before: Date, most: number): Promise<number> {
  return countArchivedBefore(db, before, most);
}
