import { pagesFor } from '#contract/call/paging.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { findCustomer } from './customers.db.ts';
import { countOrders, findOrders } from './orders.db.ts';

/** Booked and completed leads, newest first. @throws Refusal 404. */
export async function listOrders(
  { db }: Context,
  customerId: string,
  { page, limit }: { page: number; limit: number },
) {
  if (!(await findCustomer(db, customerId))) throw notFound();
  const [orders, total] = await Promise.all([
    findOrders(db, customerId, limit, (page - 1) * limit),
    countOrders(db, customerId),
  ]);
  return { orders, totalPages: pagesFor(total, limit), totalOrderCount: total };
}
