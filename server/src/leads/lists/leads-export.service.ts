import { Readable } from 'node:stream';
import type { EndpointQuery } from '#contract/call/endpoint.ts';
import { type downloadLeadsCsv, leadCsvColumns } from '#contract/leads/lead-oversight.ts';
import type { ExportContext, ExportFile } from '#server/exports/exports.service.ts';
import { formatCsvHeader } from '#server/lib/csv/csv.ts';
import { CsvLines } from '#server/lib/csv/csv-lines.ts';
import { createInternationalFormat } from './international-phones.ts';
import { selectFirstStatus, selectLeadCells } from './lead-export.db.ts';
import type { LeadFilter } from './lead-filter.db.ts';
import { createManagementFilter } from './lead-lists.service.ts';

const missing = '---';

/** Makes a CSV file of all leads of a management list; its name says the status of the newest one. */
export async function exportLeads(
  context: ExportContext,
  query: EndpointQuery<typeof downloadLeadsCsv>,
): Promise<ExportFile> {
  const filter = createManagementFilter(context, query);
  const [first] = await context.find(selectFirstStatus(filter));
  return fileOf(context, filter, `${first?.status ?? 'leads'}_data.csv`);
}

/** Makes a CSV file of all neglected leads of a filter. */
export function exportNeglectedLeads(context: ExportContext, filter: LeadFilter): ExportFile {
  return fileOf(context, filter, 'neglected_data.csv');
}

function fileOf(context: ExportContext, filter: LeadFilter, fileName: string): ExportFile {
  const { phoneCountry, timeZone } = context.dealer;
  const phones = createInternationalFormat(phoneCountry);
  const formats = leadCsvColumns.map((column) => (column === 'Phone' ? phones : undefined));
  return {
    fileName,
    content: Readable.from(lines(), { objectMode: false }),
  };

  async function* lines() {
    yield formatCsvHeader(leadCsvColumns);
    yield* context.copy(selectLeadCells(filter, timeZone), new CsvLines(formats, missing));
    context.release();
  }
}
