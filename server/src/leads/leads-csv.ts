import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { leadCsvColumns } from '#contract/lead-oversight.ts';
import type { Lead } from '#contract/leads.ts';
import { internationalPhone } from '#contract/phone.ts';
import { csvOptions } from '#server/lib/csv.ts';

const missing = '---';

/** @returns a lead's cells in the order of {@link leadCsvColumns}. */
export function leadCells(lead: Lead & { enteredOn: string }, phoneCountry: string): string[] {
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

/** Streams leads as CSV, waiting for a slow reader; `first` is the lead that was read ahead. */
export function streamLeadsCsv(
  first: (Lead & { enteredOn: string }) | undefined,
  rest: AsyncIterable<Lead & { enteredOn: string }>,
  phoneCountry: string,
): Readable {
  const csv = stringify({ ...csvOptions, header: true, columns: [...leadCsvColumns] });
  const feed = async () => {
    if (first) csv.write(leadCells(first, phoneCountry));
    for await (const lead of rest) {
      if (csv.destroyed) return;
      if (!csv.write(leadCells(lead, phoneCountry))) await once(csv, 'drain');
    }
    csv.end();
  };
  feed().catch((error: Error) => csv.destroy(error));
  return csv;
}
