import type {
  Customer,
  CustomerDetails,
  EditCustomerBody,
  listCustomers as listEndpoint,
} from '#contract/customers.ts';
import type { Query } from '#contract/endpoint.ts';
import { pagesFor } from '#contract/paging.ts';
import type { ActorContext, Context } from '#server/context.ts';
import {
  type CustomerRow,
  countCustomers,
  findCustomer,
  findCustomers,
  findMatchingCustomers,
  findNewestContact,
  insertCustomer,
  lockCustomer,
  updateCustomer,
} from '#server/customers/customers.db.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { notFound } from '#server/http/refusal.ts';
import { type Counted, exactly } from '#server/lib/counted.ts';
import { newId } from '#server/lib/ids.ts';
import { spellForSearch } from '#server/lib/search-key.ts';
import { textSearch } from '#server/lib/text-search.ts';

type Contact = { name: string; email: string | null };
type LeadContact = Contact & { phone: string };

/** The customer of a lead that is being recorded, named as on it but for what was edited by hand. @returns his id. */
export async function keepCustomerOfNewLead(context: Context, lead: LeadContact): Promise<string> {
  const { id, known } = await ensureCustomer(context, lead);
  if (known) {
    await change(context, known, {
      name: known.name_by_hand ? known.name : lead.name,
      email: known.email_by_hand ? known.email : (lead.email ?? known.email),
    });
  }
  return id;
}

/**
 * The customer of a lead that is being edited. Once it is written, {@link followNewestLead} brings name and e-mail up to date.
 *
 * @returns his id.
 */
export async function keepCustomerOfEditedLead(context: Context, lead: LeadContact): Promise<string> {
  return (await ensureCustomer(context, lead)).id;
}

/** Gives a customer the name of his newest lead and the newest e-mail of his leads, but for what was edited by hand. */
export async function followNewestLead(context: Context, id: string): Promise<void> {
  const row = await lockCustomer(context.db, { id });
  const newest = row && (await findNewestContact(context.db, id));
  if (!row || !newest) return;
  await change(context, row, {
    name: row.name_by_hand ? row.name : newest.name,
    email: row.email_by_hand ? row.email : newest.email,
  });
}

/** A page of customers by name. */
export async function listCustomers(
  { db, dealer }: ActorContext,
  { page, limit, search }: Query<typeof listEndpoint>,
) {
  const offset = (page - 1) * limit;
  if (search) {
    const found = await findMatchingCustomers(db, textSearch(search, dealer.phoneCountry), limit, offset);
    return toList(found.customers, found.total, limit);
  }
  const [customers, total] = await Promise.all([findCustomers(db, limit, offset), countCustomers(db)]);
  return toList(customers, exactly(total), limit);
}

function toList(customers: Customer[], { count, isCapped }: Counted, limit: number) {
  return {
    customers,
    totalPages: pagesFor(count, limit),
    totalCustomerCount: count,
    isTotalCapped: isCapped,
  };
}

/** @throws Refusal 404. */
export async function getCustomer(context: Context, id: string): Promise<CustomerDetails> {
  const row = await findCustomer(context.db, id);
  if (!row) throw notFound();
  return toDetails(row);
}

/** Edits name and e-mail by hand, or lets both follow the newest lead again. @throws Refusal 404. */
export function editCustomer(context: Context, id: string, body: EditCustomerBody): Promise<CustomerDetails> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const row = await lockCustomer(db, { id });
    if (!row) throw notFound();
    if ('followLeads' in body) {
      await updateCustomer(db, id, { name_by_hand: false, email_by_hand: false });
      await followNewestLead(inside, id);
    } else {
      const { name = row.name, email = row.email } = body;
      await change(inside, row, { name, email }, body);
    }
    return getCustomer(inside, id);
  });
}

/** One customer per normalised phone number, held until commit; `known` is the one that was there before. */
async function ensureCustomer(
  context: Context,
  { name, email, phone: mobile }: LeadContact,
): Promise<{ id: string; known?: CustomerRow }> {
  const at = context.clock.now();
  const id = newId(at);
  const search_key = searchKeyOf({ name, email, mobile });
  const made = { id, name, email, mobile, search_key, created_at: at, updated_at: at };
  if (await insertCustomer(context.db, made)) return { id };
  const known = await lockCustomer(context.db, { mobile });
  if (!known) throw new Error('The customer of a taken phone number is gone');
  return { id: known.id, known };
}

async function change(
  context: Context,
  row: CustomerRow,
  contact: Contact,
  byHand: Partial<Contact> = {},
): Promise<void> {
  const nameByHand = row.name_by_hand || (byHand.name !== undefined && byHand.name !== row.name);
  const emailByHand = row.email_by_hand || (byHand.email !== undefined && byHand.email !== row.email);
  const isSame = row.name === contact.name && row.email === contact.email;
  if (isSame) return;
  await updateCustomer(context.db, row.id, {
    ...contact,
    name_by_hand: nameByHand,
    email_by_hand: emailByHand,
    search_key: searchKeyOf({ ...contact, mobile: row.mobile }),
    updated_at: context.clock.now(),
  });
}

function searchKeyOf({ name, mobile, email }: Contact & { mobile: string }): string {
  return spellForSearch([name, mobile, email].filter(Boolean).join('\n'));
}

function toDetails(row: CustomerRow): CustomerDetails {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    mobile: row.mobile,
    nameByHand: row.name_by_hand,
    emailByHand: row.email_by_hand,
  };
}
