import { sql } from 'kysely';
import type { OfferedField } from '#contract/leads/differing-fields.ts';
import type { DeclinedOffer } from '#contract/leads/lead-offers.ts';
import { isOneOf, selectPerson } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import type { StoredEnquiry } from './deliveries.db.ts';

/**
 * An enquiry that joined a lead and says something else than the lead in some fields; each such value is an offer for the lead.
 * `declined` names the fields whose offers were declined, which nobody is to see.
 */
type DifferingEnquiry = { id: string; receivedAt: Date; enquiry: StoredEnquiry; declined: OfferedField[] };

/** Finds enquiries that joined leads and say something else than these, newest first. */
export async function findDifferingEnquiries(
  db: Db,
  leads: readonly string[],
  limit: number,
): Promise<DifferingEnquiry[]> {
  const { rows } = await sql<DifferingEnquiry>`
    select id, received_at as "receivedAt", enquiry,
      array(select field from declined_offers where delivery_id = d.id and undone_at is null) as declined
    from deliveries d
    where lead_id ${isOneOf(leads)} and state = 'joined' and enquiry ? 'leadHad' order by id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The decline of an offer, undone or not. */
export type DeclinedOfferRow = Omit<DeclinedOffer, 'createdAt' | 'undoneAt'> & {
  createdAt: Date;
  undoneAt: Date | null;
};

const declinedColumns = sql`id as "_id", delivery_id as enquiry, field, ${selectPerson(sql`employee_id`)} as by,
  created_at as "createdAt", undone_at as "undoneAt"`;

/** Inserts the decline of an offer, unless it is declined already. @returns false when no enquiry of these leads makes that offer. */
export async function insertDeclinedOffer(
  db: Db,
  offer: { id: string; enquiry: string; field: OfferedField; by: string; at: Date },
  leads: readonly string[],
): Promise<boolean> {
  const { id, enquiry, field, by, at } = offer;
  const { rows } = await sql`
    with made as (
      select id from deliveries
      where id = ${enquiry} and lead_id ${isOneOf(leads)} and state = 'joined' and enquiry -> 'leadHad' ? ${field}),
    stored as (
      insert into declined_offers (id, delivery_id, field, employee_id, created_at)
      select ${id}, id, ${field}, ${by}, ${at} from made
      on conflict (delivery_id, field) where undone_at is null do nothing)
    select from made`.execute(db);
  return rows.length > 0;
}

/** Finds the decline of a field's offer that nobody has undone. */
export async function findStandingDecline(
  db: Db,
  { enquiry, field }: { enquiry: string; field: OfferedField },
): Promise<DeclinedOfferRow | undefined> {
  const { rows } = await sql<DeclinedOfferRow>`
    select ${declinedColumns} from declined_offers
    where delivery_id = ${enquiry} and field = ${field} and undone_at is null`.execute(db);
  return rows[0];
}

/** Finds the decline of an offer by its id, undone or not, with the lead that the enquiry joined. */
export async function findDeclinedOffer(
  db: Db,
  id: string,
): Promise<(DeclinedOfferRow & { lead: string }) | undefined> {
  const { rows } = await sql<DeclinedOfferRow & { lead: string }>`
    select o.*, d.lead_id as lead from (select ${declinedColumns} from declined_offers where id = ${id}) o
    join deliveries d on d.id = o.enquiry where d.lead_id is not null`.execute(db);
  return rows[0];
}

/** Finds the declines of offers of enquiries, undone or not, oldest first. */
export async function findDeclinedOffers(db: Db, enquiries: readonly string[]): Promise<DeclinedOfferRow[]> {
  const { rows } = await sql<DeclinedOfferRow>`
    select ${declinedColumns} from declined_offers where delivery_id ${isOneOf(enquiries)} order by id`.execute(
    db,
  );
  return rows;
}

/** Marks the decline of an offer as undone; the first moment stays. */
export async function markOfferRestored(db: Db, id: string, at: Date): Promise<void> {
  await sql`update declined_offers set undone_at = ${at} where id = ${id} and undone_at is null`.execute(db);
}
