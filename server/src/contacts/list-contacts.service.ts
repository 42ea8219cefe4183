import type { Contact } from '#contract/contacts.ts';
import type { Context } from '#server/context.ts';
import { namesOf, readNames } from '#server/db/names.ts';
import { toContact } from './contact-rows.ts';
import { findContactsBefore } from './contacts.db.ts';

/** Before an id, newest first, with undone ones; the caller may see the lead. */
export async function listContacts(
  context: Context,
  leadId: string,
  page: { before: string; limit: number },
): Promise<Contact[]> {
  const rows = await findContactsBefore(context.db, leadId, page);
  const held = (await namesOf(context)).people;
  const isAnyNew = rows.some(({ employee_id }) => !held.has(employee_id));
  const people = isAnyNew ? (await readNames(context.db)).people : held;
  return rows.map((row) => toContact(row, people));
}
