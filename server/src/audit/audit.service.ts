import type { AuditAction, AuditDetails, AuditEntry, listAudit } from '#contract/audit.ts';
import { maxCountedAuditEntries } from '#contract/business.ts';
import type { EndpointQuery, EndpointReply } from '#contract/call/endpoint.ts';
import { countPages } from '#contract/call/paging.ts';
import { addDays, instantInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { capCount } from '#server/lib/counted.ts';
import { newId } from '#server/lib/ids.ts';
import {
  type AuditFilter,
  countAuditEntries,
  countEntriesBefore,
  deleteEntriesBefore,
  findAuditEntries,
  insertAuditEntry,
} from './audit.db.ts';

// `actor`: null when nobody was signed in; `address`: the client's.
type NewAuditEntry = {
  action: AuditAction;
  actor: string | null;
  subject?: string | null;
  address?: string | null;
  details?: AuditDetails;
};

/** Adds an entry to the audit log, as part of the transaction of `context.db` if there is one. */
export function recordAudit(context: Context, entry: NewAuditEntry): Promise<void> {
  const at = context.clock.now();
  return insertAuditEntry(context.db, {
    id: newId(at),
    at,
    action: entry.action,
    actorId: entry.actor,
    subjectId: entry.subject ?? null,
    address: entry.address ?? null,
    details: entry.details ?? {},
  });
}

/** Reads a page of the newest 10,000 entries that match, newest first; days are the dealer's. */
export async function readAudit(
  context: ActorContext,
  query: EndpointQuery<typeof listAudit>,
): Promise<EndpointReply<typeof listAudit>> {
  const { timeZone } = context.dealer;
  const filter: AuditFilter = {
    action: query.action,
    employee: query.employee,
    from: query.startDate ? instantInTimeZone(timeZone, query.startDate, '00:00') : undefined,
    before: query.endDate ? instantInTimeZone(timeZone, addDays(query.endDate, 1), '00:00') : undefined,
  };
  const { limit } = query;
  const offset = (query.page - 1) * limit;
  const rows =
    offset < maxCountedAuditEntries ? await findAuditEntries(context.db, filter, limit, offset) : [];
  const counted = await countAuditEntries(context.db, filter, maxCountedAuditEntries + 1);
  const { count: total, isCapped } = capCount(counted, maxCountedAuditEntries);
  const entries = rows.map(({ id, at, ...rest }): AuditEntry => ({ _id: id, at: at.toISOString(), ...rest }));
  return {
    entries,
    totalPages: countPages(total, limit),
    totalEntryCount: total,
    isTotalCapped: isCapped,
  };
}

/** Counts the audit entries from before a moment, up to `most`. */
export function countOldAudit({ db }: Pick<Context, 'db'>, before: Date, most: number): Promise<number> {
  return countEntriesBefore(db, before, most);
}

/** Deletes the oldest audit entries from before a moment, at most `most`, in `db`'s transaction. @returns how many. */
export function trimAudit({ db }: Pick<Context, 'db'>, before: Date, most: number): Promise<number> {
  return deleteEntriesBefore(db, before, most);
}
