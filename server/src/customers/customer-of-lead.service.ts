import { messages } from '#contract/call/messages.ts';
import type { SuggestionField } from '#contract/customers.ts';
import type { Db } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { type CustomerContact, normaliseContactText, toContactColumns } from './customer-contact.ts';
import { type CustomerRow, insertCustomers, lockCustomersByMobile, updateCustomer } from './customers.db.ts';
import { deleteWaitingSuggestions, insertWaitingSuggestion, isKnownSuggestion } from './suggestions.db.ts';

// `import_id`: what brought in a lead, and its customer if that is new.
type LeadContact = CustomerContact & { id: string; phone: string; import_id: string | null };

// `by`: an employee. `importId`: what writes, if no person does. `given`: the fields of which it says something new.
type WrittenContact = {
  lead: LeadContact;
  by: string;
  importId: string | null;
  at: Date;
  isNew: boolean;
  given: readonly SuggestionField[];
};

/**
 * Locks until commit the customers of leads being written, one per phone number, or the kept one after a merge. A lead creates its
 * customer, fills in what it lacks and suggests what differs; it never renames it.
 *
 * @returns ids in the order of the leads.
 * @throws Refusal 503 while one is being erased.
 */
export async function upsertCustomers(db: Db, written: readonly WrittenContact[]): Promise<string[]> {
  const makers = new Map<string, WrittenContact>();
  for (const each of written) if (!makers.has(each.lead.phone)) makers.set(each.lead.phone, each);
  const made = await makeCustomers(db, [...makers.values()]);
  const others = written.filter((each) => makers.get(each.lead.phone) !== each || !made.has(each.lead.phone));
  const phones = [...new Set(others.map(({ lead }) => lead.phone))];
  const known = new Map<string, CustomerRow>();
  while (known.size < phones.length) {
    for (const [phone, row] of await lockCustomersByMobile(db, phones)) known.set(phone, row);
    // Others were deleted while they were waited for.
    const gone = phones.flatMap((phone) => (known.has(phone) ? [] : (makers.get(phone) ?? [])));
    await makeCustomers(db, gone);
  }
  // By id: several numbers may be one customer's.
  const rows = new Map([...known.values()].map((row) => [row.id, row]));
  if ([...rows.values()].some((row) => row.is_erasing)) {
    throw new Refusal('unavailable', messages.customerErasing, { retryAfter: 5 });
  }
  for (const { given, ...each } of others) {
    for (const field of given) {
      const row = rows.get(known.get(each.lead.phone)?.id ?? '');
      if (!row) throw new Error('The customer of a phone number is neither made nor locked');
      rows.set(row.id, await compare(db, row, each, field));
    }
  }
  return written.map(({ lead }) => known.get(lead.phone)?.id ?? made.get(lead.phone) ?? '');
}

async function makeCustomers(
  db: Db,
  makers: readonly Pick<WrittenContact, 'by' | 'at' | 'lead' | 'isNew'>[],
): Promise<Map<string, string>> {
  if (makers.length === 0) return new Map();
  return new Map(
    await insertCustomers(
      db,
      makers.map(({ by, at, lead, isNew }) => ({
        id: newId(at),
        mobile: lead.phone,
        import_id: isNew ? lead.import_id : null,
        ...toContactColumns(lead, lead.phone),
        created_at: at,
        updated_at: at,
        last_modified_by: by,
      })),
    ),
  );
}

/** Deletes what a lead suggested to a customer while it had their phone number; what was decided stays. */
export function withdrawSuggestions(db: Db, customerId: string, leadId: string): Promise<void> {
  return deleteWaitingSuggestions(db, { customerId, leadId });
}

async function compare(
  db: Db,
  row: CustomerRow,
  { by, at, lead, isNew, importId }: Omit<WrittenContact, 'given'>,
  field: SuggestionField,
): Promise<CustomerRow> {
  const value = lead[field];
  const current = row[field];
  const customerId = row.id;
  if (value === null || (current !== null && normaliseContactText(value) === normaliseContactText(current))) {
    if (!isNew) await deleteWaitingSuggestions(db, { customerId, field, leadId: lead.id });
    return row;
  }
  const key = normaliseContactText(value);
  if (await isKnownSuggestion(db, { customerId, field, key })) return row;
  if (current !== null) {
    await insertWaitingSuggestion(db, { customerId, field, key, value, leadId: lead.id, by, at });
    return row;
  }
  const filled = { name: row.name, email: row.email, [field]: value };
  // What an import made stays as it was made: nobody has changed it since.
  const isOwn =
    importId !== null && row.import_id === importId && row.updated_at.getTime() === row.created_at.getTime();
  const changes = {
    ...toContactColumns(filled, row.mobile),
    ...(!isOwn && { updated_at: at, last_modified_by: by }),
  };
  await updateCustomer(db, customerId, changes);
  return { ...row, ...changes };
}
