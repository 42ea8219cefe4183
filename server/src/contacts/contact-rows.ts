import type { Selectable } from 'kysely';
import type { Contact } from '#contract/contacts.ts';
import type { LeadContacts } from '#server/db/types.ts';

export type ContactRow = Selectable<LeadContacts>;

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
  };
}
