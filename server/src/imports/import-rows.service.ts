import { setImmediate } from 'node:timers/promises';
import { messages } from '#contract/call/messages.ts';
import type { ImportKind } from '#contract/import-fields.ts';

import type { DifferingField } from '#contract/leads/differing-fields.ts';
import { readErasedNumbers } from '#server/customers/erased-numbers.service.ts';
import { importCustomers } from '#server/customers/import-customers.service.ts';
import { addFurtherNumbers } from '#server/customers/merge/further-numbers.service.ts';
import { fillLeads, type LeadFilling, lockMergedLeads } from '#server/leads/bulk/fill-leads.service.ts';
import { createLeads } from '#server/leads/record/create-leads.service.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { type FileColumns, readFieldText } from './cells.ts';
import { insertExportedLeadIds } from './exported-leads.db.ts';
import type { TableRow } from './files/table.ts';
import { findCustomersByPhone } from './import-rows.db.ts';
import { type CustomerOfRow, readCustomer } from './read-customer.ts';
import {
  type LeadOfRow,
  type ReadRow,
  type RowFault,
  type RowReading,
  readLead,
  toImportField,
} from './read-lead.service.ts';
import { findRepeatedRows, type UnderstoodRow } from './repeated-rows.service.ts';

/** How many rows are read before other work of the process gets its turn. */
export const rowsPerTurn = 20;

/**
 * The outcome of an imported row. `isBeside`: it was taken although it repeats a lead, or is of somebody else with the number of one;
 * `joined`: the lead or customer that it was added to; `joinedVersion`: the version that it made of the lead, if it said something new;
 * `differing`: what it says otherwise; `isErased`: it was refused, and nothing of it is stored.
 */
export type RowOutcome = TableRow & {
  state: 'taken' | 'joined' | 'skipped' | 'refused';
  isBeside?: boolean;
  joined?: string;
  joinedVersion?: number | undefined;
  differing?: readonly DifferingField[] | undefined;
  phone?: string | undefined;
  isErased?: boolean;
  faults?: readonly Pick<RowFault, 'field' | 'message'>[];
};

/** The circumstances in which rows are brought in. `uploadedAt`: those of customers who were erased since are left out. */
type RowImport = RowReading & { uploadedAt: Date };

/**
 * Brings rows in as leads or customers, in the transaction of `taking.context.db`, which has waited for erasures.
 *
 * @returns the outcome of each row, in their order; the caller stores it.
 */
export function importRows(
  taking: RowImport,
  noun: ImportKind,
  rows: readonly TableRow[],
): Promise<RowOutcome[]> {
  return noun === 'leads' ? takeLeads(taking, rows) : takeCustomers(taking, rows);
}

/** Reads a row as a lead or a customer, or says what is wrong with it; writes nothing. */
export function readImportRow(
  reading: RowReading,
  noun: ImportKind,
  cells: readonly string[],
): ReadRow<unknown> {
  return noun === 'leads' ? readLead(reading, cells) : readCustomer(reading, cells);
}

async function takeLeads(reading: RowImport, rows: readonly TableRow[]): Promise<RowOutcome[]> {
  const { context, settings, importId } = reading;
  const { understood, refused } = await sort(reading, rows, (cells) => readLead(reading, cells));
  const { fresh, repeats, skipped, beside, merged } = await findRepeatedRows(
    reading,
    understood,
    settings.duplicates,
  );
  const kept = await lockMergedLeads(
    context,
    [...repeats.values()].filter((to) => typeof to === 'string'),
  );
  const created = await createLeads(
    context.db,
    fresh.map(({ read: { body, past, advisor, source } }) => ({ context, body, past, advisor, source })),
  );
  const ids = new Map<UnderstoodRow<LeadOfRow>, string>();
  const outcomes: RowOutcome[] = [
    ...refused,
    ...skipped.map(({ row }): RowOutcome => ({ ...row, state: 'skipped' })),
  ];
  for (const [place, each] of fresh.entries()) {
    const outcome = created[place];
    if (outcome?.status === 'fulfilled') {
      ids.set(each, outcome.value._id);
      outcomes.push({ ...each.row, state: 'taken', isBeside: beside.has(each) });
    } else {
      const faults = toRowFaults(outcome?.reason);
      outcomes.push({ ...each.row, state: 'refused', phone: each.read.phone, faults });
    }
  }
  await insertExportedLeadIds(
    context.db,
    importId,
    fresh.flatMap((each) => {
      const { row, read } = each;
      const leadId = ids.get(each);
      if (!leadId || read.formerId === null) return [];
      return { row: row.row, formerId: read.formerId, mergedInto: read.mergedInto, leadId };
    }),
  );
  const joining: { row: TableRow; read: LeadOfRow; id: string }[] = [];
  for (const [each, to] of repeats) {
    const { row, read } = each;
    const id = typeof to === 'string' ? (kept.get(to) ?? to) : ids.get(to);
    if (id && merged.has(each)) outcomes.push({ ...row, state: 'joined', joined: id });
    else if (id) joining.push({ row, read, id });
    else outcomes.push({ ...row, state: 'refused', phone: read.phone, faults: [notWritten] });
  }
  const fillings = joining.map(({ read, id }) => ({ id, filling: fillingOf(read) }));
  const { versions, unfit, differing } = await fillLeads(context, importId, fillings);
  const joined = joining.map(({ row, read, id }, place): RowOutcome => {
    if (unfit.has(place)) return { ...row, state: 'refused', phone: read.phone, faults: [noRoom] };
    return {
      ...{ ...row, state: 'joined', joined: id, joinedVersion: versions.get(id) },
      differing: differing.get(place),
    };
  });
  return [...outcomes, ...joined];
}

async function takeCustomers(reading: RowImport, rows: readonly TableRow[]): Promise<RowOutcome[]> {
  const { context, settings, importId } = reading;
  const { understood, refused } = await sort<CustomerOfRow>(reading, rows, (cells) =>
    readCustomer(reading, cells),
  );
  const isSkipping = settings.duplicates === 'skip';
  const phones = understood.map(({ read }) => read.phone);
  const known = new Set(
    isSkipping ? (await findCustomersByPhone(context.db, phones)).map(({ phone }) => phone) : [],
  );
  const outcomes: RowOutcome[] = [...refused];
  const given: UnderstoodRow<CustomerOfRow>[] = [];
  for (const each of understood) {
    if (known.has(each.read.phone)) outcomes.push({ ...each.row, state: 'skipped' });
    else given.push(each);
    if (isSkipping) known.add(each.read.phone);
  }
  const people = given.filter(({ read }) => read.owner === null);
  const taken = await importCustomers(
    context,
    importId,
    people.map(({ read }) => read),
  );
  for (const [place, { row }] of people.entries()) {
    const each = taken[place];
    outcomes.push(
      each?.state === 'joined' ? { ...row, state: 'joined', joined: each.id } : { ...row, state: 'taken' },
    );
  }
  const further = people.flatMap(({ read: { phone, furtherPhones, name, email } }) =>
    furtherPhones.map((other) => ({ phone: other, owner: phone, name, email })),
  );
  await addFurtherNumbers(context, importId, further);
  return [...outcomes, ...(await takeMergedCustomers(reading, given))];
}

async function takeMergedCustomers(
  { context, importId }: RowReading,
  given: readonly UnderstoodRow<CustomerOfRow>[],
): Promise<RowOutcome[]> {
  const merged = given.flatMap(({ row, read: { owner, ...read } }) =>
    owner === null ? [] : [{ row, number: { ...read, owner } }],
  );
  const added = await addFurtherNumbers(
    context,
    importId,
    merged.map(({ number }) => number),
  );
  return merged.map(({ row, number: { phone } }, place): RowOutcome => {
    const each = added[place];
    if (each?.state === 'added') return { ...row, state: 'taken' };
    if (each?.state === 'known') return { ...row, state: 'joined', joined: each.id };
    const message = each?.state === 'taken' ? messages.numberOfOther : messages.mergedOwnerMissing;
    return { ...row, state: 'refused', phone, faults: [{ field: 'mergedInto', message }] };
  });
}

async function sort<Of>(
  { context, uploadedAt }: RowImport,
  rows: readonly TableRow[],
  read: (cells: readonly string[]) => ReadRow<Of>,
) {
  const all: { row: TableRow; result: ReadRow<Of> }[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % rowsPerTurn === 0) await setImmediate();
    all.push({ row, result: read(row.cells) });
  }
  const isErased = await readErasedNumbers(
    context,
    all.flatMap(({ result: { phone } }) => phone ?? []),
  );
  const understood: UnderstoodRow<Of>[] = [];
  const refused: RowOutcome[] = [];
  for (const { row, result } of all) {
    const { read: of, phone, faults } = result;
    if (phone && isErased(phone, uploadedAt))
      refused.push({ ...row, state: 'refused', isErased: true, faults: [ofErased] });
    else if (of) understood.push({ row, read: of });
    else refused.push({ ...row, state: 'refused', phone, faults });
  }
  return { understood, refused };
}

function fillingOf({ body, advisor, past: { progress } }: LeadOfRow): LeadFilling {
  return {
    name: body.name,
    email: body.email ?? null,
    vehicle_number: body.vehicleNumber ?? null,
    offering_id: body.serviceOrCampaign ?? null,
    platform: body.platform ?? null,
    advisor_id: advisor ?? null,
    job_id: progress.jobId ?? null,
    appointment_date: body.appointmentDate ?? null,
    appointment_time: body.appointmentTime ?? null,
    notes: body.notes ?? null,
    status: progress.status ?? 'pending',
    followUps: progress.nextFollowUpDates ?? [],
    lostReason: progress.lostReason ?? null,
  };
}

const noRoom = { field: 'notes', message: messages.notesFull } as const;
const ofErased = { field: 'phone', message: messages.rowOfErased } as const;
const notWritten = { field: 'name', message: messages.rowNotWritten } as const;

/** Converts the refusal of a single row to faults; an error that is none becomes one that says the row could not be written. */
export function toRowFaults(reason: unknown): Pick<RowFault, 'field' | 'message'>[] {
  if (!(reason instanceof Refusal)) return [notWritten];
  const fields = Object.entries(reason.details.fields ?? {});
  if (fields.length === 0) return [{ field: 'name', message: reason.message }];
  return fields.map(([name, message]) => ({ field: toImportField(name), message }));
}

/** Describes in words why a row was refused, by the names of its columns. */
export function describeRefusal(reading: FileColumns, outcome: RowOutcome): string {
  return (outcome.faults ?? [])
    .map(({ field, message }) => {
      const { column } = readFieldText(outcome.cells, reading, field);
      const header = column === null ? '' : (reading.headers[column] ?? '');
      return header ? `${header}: ${message}` : message;
    })
    .join('; ');
}
