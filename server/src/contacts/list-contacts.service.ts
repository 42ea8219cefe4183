import type { Contact } from '#contract/contacts.ts';
import type { Context } from '#server/context.ts';
import type { VisibleLead } from '#server/leads/get-lead.service.ts';
import { namesOf } from '#server/leads/names.service.ts';
import { toContact } from './contact-rows.ts';
import { findContactsBefore } from './contacts.db.ts';

/** Before an id, newest first, with undone ones. */
export async function listContacts(
  context: Context,
  { id }: VisibleLead,
  page: { before: string; limit: number },
): Promise<Contact[]> {
  const rows = await findContactsBefore(context.db, id, page);
  const { people } = await namesOf(context, ({ people }) =>
    rows.every(({ employee_id }) => people.has(employee_id)),
  );
  return rows.map((row) => toContact(row, people));
}
