import { findLimits, maxCountedRows } from '#contract/business.ts';
import type { EndpointBody, EndpointReply } from '#contract/call/endpoint.ts';
import type * as contract from '#contract/leads/lead-find.ts';
import type { FoundLead, FoundPerson } from '#contract/leads/lead-find.ts';
import { isOpenStatus } from '#contract/leads/lead-lists.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import { toSearchForm } from '#contract/text/search-form.ts';
import type { ActorContext } from '#server/context.ts';
import { listVisibleCenters, loadNamesFor } from '#server/leads/record/get-lead.service.ts';
import { type LeadRow, toLead } from '#server/leads/record/lead-rows.ts';
import { findLeadRows } from '#server/leads/record/leads.db.ts';
import { maySeeCenter, maySeeCustomers, narrowCenters } from '#server/leads/record/leads.policy.ts';
import { parseTextSearch } from '#server/lib/search/text-search.ts';
import { findOpenLeadsElsewhere } from './elsewhere.service.ts';
import {
  countByStatus,
  estimateMatches,
  type FoundCustomer,
  findAnywhere,
  findCustomerIdByPhone,
  findCustomersAmongNewestLeads,
  maxRankedMatches,
  newestLeads,
  readCustomers,
  readLeadsOfCustomers,
} from './find.db.ts';

// Shorter ones would find nearly every job.
const shortestJobId = 3;

/** Finds people within the actor's centers; {@link findOpenLeadsElsewhere} is the only exception. */
export async function findPeople(
  context: ActorContext,
  { text }: EndpointBody<typeof contract.findPeople>,
): Promise<EndpointReply<typeof contract.findPeople>> {
  const [found, elsewhere] = await Promise.all([
    findCustomers(context, text),
    findOpenLeadsElsewhere(context, text),
  ]);
  const people = await toFoundPeople(context, found.slice(0, findLimits.people), text);
  return { people: [...people.values()], isCapped: found.length > findLimits.people, elsewhere };
}

// Whoever has a whole number, else what many have is told by the newest leads, and the index is asked for what is rare: it reads all
// matches before it gives the first, so that one that expects more than can be ranked is asked only if many newer leads tell too little.
async function findCustomers(context: ActorContext, text: string): Promise<FoundCustomer[]> {
  const { db, actor, dealer } = context;
  const search = parseTextSearch(text, dealer.phoneCountry);
  if (!search) return [];
  const phone = normalisePhone(text, dealer.phoneCountry);
  const centers = listVisibleCenters(actor);
  // Somebody of other centers alone is sought like a number that nobody has, which takes as long.
  const owner = phone && (await findCustomerIdByPhone(db, phone, centers));
  if (owner) return [{ id: owner, leads: [] }];
  const newest = await findCustomersAmongNewestLeads(db, search, centers, newestLeads.first);
  if (newest.length >= findLimits.people) return newest;
  if ((await estimateMatches(db, search)) > maxRankedMatches) {
    const further = await findCustomersAmongNewestLeads(db, search, centers, newestLeads.further);
    if (further.length >= findLimits.people) return further;
  }
  const form = toSearchForm(text);
  return findAnywhere(db, {
    search,
    jobId: form.length >= shortestJobId ? form : undefined,
    centers,
    withCustomers: maySeeCustomers(actor),
  });
}

/**
 * Reads what the actor may see of customers: their name, phone and leads, the leads by which they were found first.
 *
 * @param text what they were searched by.
 * @returns people by customer id, in the order given, without customers of whom the actor may see nothing.
 */
export async function toFoundPeople(
  context: ActorContext,
  customers: readonly FoundCustomer[],
  text: string,
): Promise<Map<string, FoundPerson>> {
  const people = new Map<string, FoundPerson>();
  if (customers.length === 0) return people;
  const { db, actor, dealer } = context;
  const isManaging = maySeeCustomers(actor);
  const asked = normalisePhone(text, dealer.phoneCountry) ?? toSearchForm(text);
  const [rows, known] = await Promise.all([
    readLeadsOfCustomers(db, customers, listVisibleCenters(actor)),
    isManaging
      ? readCustomers(
          db,
          customers.map(({ id }) => id),
        )
      : undefined,
  ]);
  const leads = await foundLeads(context, rows);
  for (const { id: customer, leads: matching } of customers) {
    const own = leads.filter((_, place) => rows[place]?.customer_id === customer);
    const isFound = ({ _id }: FoundLead) => matching.includes(_id);
    const foundFirst = own.toSorted((one, other) => Number(isFound(other)) - Number(isFound(one)));
    const named = known?.get(customer);
    const name = named?.name ?? own[0]?.name;
    const phone = named?.mobile ?? own[0]?.phone;
    if (name === undefined || phone === undefined) continue;
    const isOpen = ({ isActive, status }: FoundLead) => isActive && isOpenStatus(status);
    const open = foundFirst.filter(isOpen).slice(0, findLimits.open);
    const past = foundFirst.filter((lead) => !isOpen(lead)).slice(0, findLimits.past);
    const all = named?.otherMobiles ?? [...new Set(own.map((lead) => lead.phone))];
    const otherPhones = askedFirst(
      all.filter((other) => other !== phone),
      asked,
    );
    people.set(customer, { customer: isManaging ? customer : null, name, phone, otherPhones, open, past });
  }
  return people;
}

function askedFirst(phones: readonly string[], asked: string): string[] {
  const isAsked = (phone: string) => asked !== '' && phone.includes(asked);
  return [...phones].sort((one, other) => Number(isAsked(other)) - Number(isAsked(one)));
}

async function foundLeads(context: ActorContext, rows: readonly LeadRow[]): Promise<FoundLead[]> {
  const names = await loadNamesFor(context, rows);
  return rows.map((row) => ({
    ...toLead(row, names),
    date: row.appointment_date ?? dateInTimeZone(context.dealer.timeZone, row.status_at),
  }));
}

/**
 * Reads the leads with these ids as Find shows them, in the order of the ids; those that the actor may not see or that no longer exist
 * are left out.
 */
export async function findOpenedLeads(
  context: ActorContext,
  { ids }: EndpointBody<typeof contract.findOpenedLeads>,
): Promise<EndpointReply<typeof contract.findOpenedLeads>> {
  const found = await findLeadRows(
    context.db,
    ids.map((id) => ({ id, xmin: '' })),
  );
  const rows = ids.flatMap((id) => found.find((row) => row.id === id) ?? []);
  const visible = rows.filter((row) => maySeeCenter(context.actor, row.service_center_id));
  return { leads: await foundLeads(context, visible) };
}

/**
 * Counts the active leads that a search finds by status, in the usual order of statuses; those in which nothing is found are left out.
 */
export async function countFoundByStatus(
  context: ActorContext,
  { search: text, serviceCenter }: EndpointBody<typeof contract.countFoundByStatus>,
): Promise<EndpointReply<typeof contract.countFoundByStatus>> {
  const search = parseTextSearch(text, context.dealer.phoneCountry);
  const counts = search
    ? await countByStatus(context.db, search, narrowCenters(context.actor, serviceCenter))
    : [];
  const total = counts.reduce((sum, { leads }) => sum + leads, 0);
  const statuses = leadStatuses.flatMap((status) => counts.find((count) => count.status === status) ?? []);
  return { statuses, isCapped: total > maxCountedRows };
}
