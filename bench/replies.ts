import { maxCountedRows } from '#contract/business.ts';

export type Reply = Record<string, unknown>;

export function hasLeads(total: number | undefined) {
  return (reply: Reply) => reply.totalLeadsCount === total && hasRows(reply.leads, total);
}

export function hasCustomers(total: number) {
  return (reply: Reply) =>
    reply.totalCustomerCount === total && Array.isArray(reply.customers) && reply.customers.length > 0;
}

function hasRows(rows: unknown, total = 0): boolean {
  return Array.isArray(rows) && rows.length === Math.min(10, total);
}

export function hasPeople(reply: Reply): boolean {
  return Array.isArray(reply.people) && typeof reply.elsewhere === 'object';
}

export function hasPage(reply: Reply): boolean {
  return hasRows(reply.leads, Number(reply.totalLeadsCount));
}

export function isCountedUpTo(found: number, reply: Reply): boolean {
  const total = Number(reply.totalLeadsCount);
  return hasRows(reply.leads, total) && (reply.isTotalCapped ? total > 0 && total <= found : total === found);
}

export function isCapped(reply: Reply): boolean {
  return reply.isTotalCapped === true && hasRows(reply.leads, maxCountedRows);
}

export function isReply(reply: Reply): boolean {
  return typeof reply === 'object' && reply !== null && !('error' in reply);
}

export function isContact(contact: unknown, note: string): boolean {
  return typeof contact === 'object' && contact !== null && 'note' in contact && contact.note === note;
}

export function sum(numbers: unknown[]): number {
  return numbers.reduce<number>((total, number) => total + Number(number), 0);
}
