import type { Contact } from '#contract/contacts.ts';
import type { Context } from '#server/context.ts';
import { listIdsWithJoined, loadNames, type VisibleLead } from '#server/leads/record/get-lead.service.ts';
import { type ContactRow, findContactsBefore } from './contacts.db.ts';

/** Lists the contacts of a lead, and of those joined with it, with a lower id than `page.before`, newest first, undone ones included. */
export async function listContacts(
  context: Context,
  lead: VisibleLead,
  page: { before: string; limit: number },
): Promise<Contact[]> {
  const rows = await findContactsBefore(context.db, listIdsWithJoined(lead), page);
  const { people } = await loadNames(context, ({ people }) =>
    rows.every(({ employee_id }) => people.has(employee_id)),
  );
  return rows.map((row) => toContact(row, people));
}

/** Converts a contact to the form of the contract; an unknown name is ''. */
export function toContact(row: ContactRow, people: ReadonlyMap<string, string>): Contact {
  return {
    _id: row.id,
    lead: row.lead_id,
    employee: { _id: row.employee_id, name: people.get(row.employee_id) ?? '' },
    channel: row.channel,
    outcome: row.outcome,
    note: row.note,
    tryAgainAt: row.try_again_at?.toISOString() ?? null,
    movedTo: row.moved_to,
    version: row.lead_version,
    createdAt: row.created_at.toISOString(),
    correctedAt: row.corrected_at?.toISOString() ?? null,
    earlier: row.earlier,
    undoneAt: row.undone_at?.toISOString() ?? null,
    isMessage: row.is_message,
  };
}
