import type { ExportContext, ExportFile } from '#server/exports/exports.service.ts';
import { notFound } from '#server/lib/refusal.ts';
import { zipOf } from '#server/reports/collections.service.ts';
import { collectionsOfCustomer, selectCustomer } from './customer-export.db.ts';

/** Everything stored, from one moment. @throws Refusal 404. */
export async function exportCustomer(context: ExportContext, customerId: string): Promise<ExportFile> {
  if ((await context.find(selectCustomer(customerId))).length === 0) throw notFound();
  return {
    fileName: `customer-${customerId}.zip`,
    content: zipOf(context, collectionsOfCustomer(customerId)),
  };
}
