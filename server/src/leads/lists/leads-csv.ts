import { pipeline, type Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { leadCsvColumns } from '#contract/leads/lead-oversight.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { internationalPhone } from '#contract/text/phone.ts';
import { csvOptions } from '#server/lib/csv.ts';

const missing = '---';

/** A lead with the day of its entry in the dealer's calendar. */
export type ExportedLead = Lead & { enteredOn: string };

/** @returns a lead's cells in the order of {@link leadCsvColumns}. */
function leadCells(lead: ExportedLead, phoneCountry: string): string[] {
  const cells: Record<(typeof leadCsvColumns)[number], string | null | undefined> = {
    'Employee Name': lead.employee.name,
    Email: lead.email,
    Notes: lead.notes,
    Phone: internationalPhone(lead.phone, phoneCountry),
    Platform: lead.platform,
    'Appointment Date': lead.appointmentDate,
    'Vehicle No': lead.vehicleNumber && `Sl.${lead.vehicleNumber}`,
    'Service Center': lead.serviceCenter.name,
    Address: lead.serviceCenter.address,
    Contact: lead.serviceCenter.contactNo,
    'Service or Campaign Name': lead.serviceOrCampaign?.name,
    Type: lead.serviceOrCampaign?.type,
    Name: lead.name,
    Status: lead.status,
    'Entry Date': lead.enteredOn,
  };
  return leadCsvColumns.map((column) => cells[column] || missing);
}

/** Streams leads as CSV, read as fast as the CSV is. */
export function streamLeadsCsv(leads: AsyncIterable<ExportedLead>, phoneCountry: string): Readable {
  const csv = stringify({ ...csvOptions, header: true, columns: [...leadCsvColumns] });
  const rows = async function* () {
    for await (const lead of leads) yield leadCells(lead, phoneCountry);
  };
  return pipeline(rows, csv, () => undefined);
}
