import type { Readable } from 'node:stream';
import type { Query } from '#contract/endpoint.ts';
import type { downloadLeadsCsv } from '#contract/lead-oversight.ts';
import type { ActorContext } from '#server/context.ts';
import { everyManagementLead } from '#server/leads/lead-lists.service.ts';
import { streamLeadsCsv } from '#server/leads/leads-csv.ts';

const batch = 1_000;

/** Every lead that management's list would hold, as a CSV stream in flat memory, and the name of its file. */
export async function exportLeads(
  context: ActorContext,
  query: Query<typeof downloadLeadsCsv>,
): Promise<{ fileName: string; csv: Readable }> {
  const leads = everyManagementLead(context, query, batch);
  const first = (await leads.next()).value ?? undefined;
  return {
    fileName: `${first?.status ?? 'leads'}_data.csv`,
    csv: streamLeadsCsv(first, leads, context.dealer.phoneCountry),
  };
}
