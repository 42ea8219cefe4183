import { maxCountedRows, timelinePageSize } from '#contract/business.ts';

/** An object of JSON, as a call answered. */
export type Reply = Record<string, unknown>;

/** Makes a judge of replies: a page of leads, and so many in all. */
export function hasLeads(total: number | undefined) {
  return (reply: Reply) => reply.totalLeadsCount === total && hasRows(reply.leads, total);
}

/** Makes a judge of replies: a page of customers, and so many in all. */
export function hasCustomers(total: number) {
  return (reply: Reply) =>
    reply.totalCustomerCount === total && Array.isArray(reply.customers) && reply.customers.length > 0;
}

function hasRows(rows: unknown, total = 0): boolean {
  return Array.isArray(rows) && rows.length === Math.min(10, total);
}

/** Tells whether a reply is one of Find. */
export function hasPeople(reply: Reply): boolean {
  return Array.isArray(reply.people) && typeof reply.elsewhere === 'object';
}

/** Tells whether a reply is a page of leads that is as long as its total says. */
export function hasPage(reply: Reply): boolean {
  return hasRows(reply.leads, Number(reply.totalLeadsCount));
}

/** Tells whether a reply has a page of messages to customers. */
export function hasMessages(reply: Reply): boolean {
  return hasRows(reply.messages, Number(reply.total));
}

/** Tells whether every entry of a timeline's page is a picture. */
export function hasPictures(reply: Reply): boolean {
  const shown = JSON.stringify(reply.entries ?? []).match(/"thumbnail":"data:/g);
  return shown?.length === timelinePageSize;
}

/** Tells whether a reply counts what was found, or is capped below it. */
export function isCountedUpTo(found: number, reply: Reply): boolean {
  const total = Number(reply.totalLeadsCount);
  return hasRows(reply.leads, total) && (reply.isTotalCapped ? total > 0 && total <= found : total === found);
}

/** Tells whether a reply is a full page of more leads than are counted. */
export function isCapped(reply: Reply): boolean {
  return reply.isTotalCapped === true && hasRows(reply.leads, maxCountedRows);
}

/** Tells whether a reply is an object and no error. */
export function isReply(reply: Reply): boolean {
  return typeof reply === 'object' && reply !== null && !('error' in reply);
}

/** Tells whether a value is a contact with this note. */
export function isContact(contact: unknown, note: string): boolean {
  return typeof contact === 'object' && contact !== null && 'note' in contact && contact.note === note;
}

/** Returns the sum of numbers, also of those that JSON brings as texts. */
export function sum(numbers: unknown[]): number {
  return numbers.reduce<number>((total, number) => total + Number(number), 0);
}
