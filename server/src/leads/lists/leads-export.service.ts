import type { Query } from '#contract/call/endpoint.ts';
import type { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import type { ExportContext, ExportFile } from '#server/exports/exports.service.ts';
import { everyManagementLead } from './lead-lists.service.ts';
import { type ExportedLead, streamLeadsCsv } from './leads-csv.ts';

const batch = 1_000;

/** Every lead that management's list would hold, as CSV made while it is read; it is called after its first row's status. */
export async function exportLeads(
  context: ExportContext,
  query: Query<typeof downloadLeadsCsv>,
): Promise<ExportFile> {
  const batches = everyManagementLead(context, query, batch);
  const first: ExportedLead[] = (await batches.next()).value ?? [];
  return {
    fileName: `${first[0]?.status ?? 'leads'}_data.csv`,
    content: streamLeadsCsv(readAll(), context.dealer.phoneCountry),
  };

  async function* readAll() {
    yield* first;
    for await (const leads of batches) {
      await context.checkReader();
      yield* leads;
    }
    context.release();
  }
}
