import { type Insertable, type Selectable, sql } from 'kysely';
import type { LeadBeforeContact } from '#contract/contacts.ts';
import { isOneOf } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import type { LeadContacts } from '#server/db/types.ts';

/** A logged contact as it is stored. */
export type ContactRow = Selectable<LeadContacts>;

/** A contact to insert, with what of the lead it replaced, for undoing it. */
export type NewContact = Omit<ContactRow, 'replaced' | 'corrected_at' | 'earlier' | 'undone_at'> & {
  replaced: { [K in keyof LeadBeforeContact]: LeadBeforeContact[K] | Date };
};

const columns = sql.raw(
  'id, lead_id, employee_id, channel, outcome, note, try_again_at, key, moved_to, lead_version, replaced, follow_up, created_at, is_message',
);

/** Inserts contacts; changes no lead. @returns the rows by id. */
export async function insertContacts(
  db: Db,
  contacts: readonly NewContact[],
): Promise<Map<string, ContactRow>> {
  if (contacts.length === 0) return new Map();
  const { rows } = await sql<ContactRow>`
    insert into lead_contacts (${columns})
    select ${columns} from json_populate_recordset(null::lead_contacts, ${JSON.stringify(contacts)})
    returning *`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

type ContactKey = { leadId: string; employeeId: string; key: string };

/** Finds the contacts that were logged under idempotency keys. */
export async function findContactsByKey(db: Db, keys: readonly ContactKey[]): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select c.* from unnest(${keys.map(({ leadId }) => leadId)}::uuid[],
      ${keys.map(({ employeeId }) => employeeId)}::uuid[], ${keys.map(({ key }) => key)}::uuid[])
      wanted (lead_id, employee_id, key)
    join lead_contacts c using (lead_id, employee_id, key)`.execute(db);
  return rows;
}

/** Finds a contact by its id, undone or not. */
export async function findContact(db: Db, id: string): Promise<ContactRow | undefined> {
  return db.selectFrom('lead_contacts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds the contacts of leads with a lower id than `before`, newest first, undone ones included. */
export async function findContactsBefore(
  db: Db,
  leadIds: readonly string[],
  { before, limit }: { before: string; limit: number },
): Promise<ContactRow[]> {
  return db
    .selectFrom('lead_contacts')
    .selectAll()
    .where(sql<boolean>`lead_id ${isOneOf(leadIds)}`)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Finds the newest contact of a lead that was not undone. */
export async function findNewestContact(db: Db, leadId: string): Promise<ContactRow | undefined> {
  return db
    .selectFrom('lead_contacts')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Updates a contact; absent columns stay. It throws for an unknown one. */
export async function updateContact(
  db: Db,
  id: string,
  changes: Partial<
    Pick<Insertable<LeadContacts>, 'channel' | 'outcome' | 'note' | 'earlier' | 'corrected_at' | 'undone_at'>
  >,
): Promise<ContactRow> {
  return db
    .updateTable('lead_contacts')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes the notes of all contacts of leads, those of earlier forms included. */
export async function eraseContactNotes(db: Db, leadIds: readonly string[]): Promise<void> {
  await sql`
    update lead_contacts set note = null, earlier = coalesce(
      (select jsonb_agg(form || '{"note": null}' order by place) from jsonb_array_elements(earlier) with ordinality e (form, place)),
      '[]')
    where lead_id = any(${leadIds}::uuid[]) and (note is not null or earlier <> '[]')`.execute(db);
}
