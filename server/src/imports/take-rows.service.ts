import { setImmediate } from 'node:timers/promises';
import { messages } from '#contract/call/messages.ts';
import type { ImportKind } from '#contract/import-fields.ts';

import type { DifferingField } from '#contract/leads/differing-fields.ts';
import { readErased } from '#server/customers/erased-numbers.service.ts';
import { importCustomers } from '#server/customers/import-customers.service.ts';
import { addFurtherNumbers } from '#server/customers/merge/further-numbers.service.ts';
import { type Filling, fillLeads, holdKeptLeads } from '#server/leads/bulk/fill-leads.service.ts';
import { createLeads } from '#server/leads/record/create-leads.service.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { type FileColumns, fieldTextOf } from './cells.ts';
import { insertFormerLeads } from './exported-leads.db.ts';
import type { TableRow } from './files/table.ts';
import { findCustomersOf } from './import-rows.db.ts';
import { type CustomerOfRow, readCustomer } from './read-customer.ts';
import {
  type Fault,
  fieldNamed,
  type LeadOfRow,
  type Reading,
  type ReadRow,
  readLead,
} from './read-lead.service.ts';
import { findRepeats, type Understood } from './repeated-rows.service.ts';

export const breath = 20;

/**
 * The outcome of an imported row. `isBeside`: of a taken one, it repeats a lead, or is of somebody else with the number of one;
 * `joined`: the lead or customer; `joinedVersion`: that it made of it, if it said something new; `differing`: what it says otherwise;
 * `isErased`: nothing of a refused one is kept.
 */
export type Outcome = TableRow & {
  state: 'taken' | 'joined' | 'skipped' | 'refused';
  isBeside?: boolean;
  joined?: string;
  joinedVersion?: number | undefined;
  differing?: readonly DifferingField[] | undefined;
  phone?: string | undefined;
  isErased?: boolean;
  faults?: readonly Pick<Fault, 'field' | 'message'>[];
};

/** The circumstances in which rows are brought in. `uploadedAt`: those of customers who were erased since are left out. */
export type Taking = Reading & { uploadedAt: Date };

/** Brings rows in, in the transaction of `taking.context.db`, which has waited for erasures. */
export function takeRows(taking: Taking, noun: ImportKind, rows: readonly TableRow[]): Promise<Outcome[]> {
  return noun === 'leads' ? takeLeads(taking, rows) : takeCustomers(taking, rows);
}

export function readRow(reading: Reading, noun: ImportKind, cells: readonly string[]): ReadRow<unknown> {
  return noun === 'leads' ? readLead(reading, cells) : readCustomer(reading, cells);
}

async function takeLeads(reading: Taking, rows: readonly TableRow[]): Promise<Outcome[]> {
  const { context, settings, importId } = reading;
  const { understood, refused } = await sort(reading, rows, (cells) => readLead(reading, cells));
  const { fresh, repeats, skipped, beside, merged } = await findRepeats(
    reading,
    understood,
    settings.duplicates,
  );
  const kept = await holdKeptLeads(
    context,
    [...repeats.values()].filter((to) => typeof to === 'string'),
  );
  const created = await createLeads(
    context.db,
    fresh.map(({ read: { body, past, advisor, source } }) => ({ context, body, past, advisor, source })),
  );
  const ids = new Map<Understood<LeadOfRow>, string>();
  const outcomes: Outcome[] = [
    ...refused,
    ...skipped.map(({ row }): Outcome => ({ ...row, state: 'skipped' })),
  ];
  for (const [place, each] of fresh.entries()) {
    const outcome = created[place];
    if (outcome?.status === 'fulfilled') {
      ids.set(each, outcome.value._id);
      outcomes.push({ ...each.row, state: 'taken', isBeside: beside.has(each) });
    } else {
      const faults = faultsOf(outcome?.reason);
      outcomes.push({ ...each.row, state: 'refused', phone: each.read.phone, faults });
    }
  }
  await insertFormerLeads(
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
  const joined = joining.map(({ row, read, id }, place): Outcome => {
    if (unfit.has(place)) return { ...row, state: 'refused', phone: read.phone, faults: [noRoom] };
    return {
      ...{ ...row, state: 'joined', joined: id, joinedVersion: versions.get(id) },
      differing: differing.get(place),
    };
  });
  return [...outcomes, ...joined];
}

async function takeCustomers(reading: Taking, rows: readonly TableRow[]): Promise<Outcome[]> {
  const { context, settings, importId } = reading;
  const { understood, refused } = await sort<CustomerOfRow>(reading, rows, (cells) =>
    readCustomer(reading, cells),
  );
  const isSkipping = settings.duplicates === 'skip';
  const phones = understood.map(({ read }) => read.phone);
  const known = new Set(
    isSkipping ? (await findCustomersOf(context.db, phones)).map(({ phone }) => phone) : [],
  );
  const outcomes: Outcome[] = [...refused];
  const given: Understood<CustomerOfRow>[] = [];
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
  { context, importId }: Reading,
  given: readonly Understood<CustomerOfRow>[],
): Promise<Outcome[]> {
  const merged = given.flatMap(({ row, read: { owner, ...read } }) =>
    owner === null ? [] : [{ row, number: { ...read, owner } }],
  );
  const added = await addFurtherNumbers(
    context,
    importId,
    merged.map(({ number }) => number),
  );
  return merged.map(({ row, number: { phone } }, place): Outcome => {
    const each = added[place];
    if (each?.state === 'added') return { ...row, state: 'taken' };
    if (each?.state === 'known') return { ...row, state: 'joined', joined: each.id };
    const message = each?.state === 'taken' ? messages.numberOfOther : messages.mergedOwnerMissing;
    return { ...row, state: 'refused', phone, faults: [{ field: 'mergedInto', message }] };
  });
}

async function sort<Of>(
  { context, uploadedAt }: Taking,
  rows: readonly TableRow[],
  read: (cells: readonly string[]) => ReadRow<Of>,
) {
  const all: { row: TableRow; result: ReadRow<Of> }[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % breath === 0) await setImmediate();
    all.push({ row, result: read(row.cells) });
  }
  const isErased = await readErased(
    context,
    all.flatMap(({ result: { phone } }) => phone ?? []),
  );
  const understood: Understood<Of>[] = [];
  const refused: Outcome[] = [];
  for (const { row, result } of all) {
    const { read: of, phone, faults } = result;
    if (phone && isErased(phone, uploadedAt))
      refused.push({ ...row, state: 'refused', isErased: true, faults: [ofErased] });
    else if (of) understood.push({ row, read: of });
    else refused.push({ ...row, state: 'refused', phone, faults });
  }
  return { understood, refused };
}

function fillingOf({ body, advisor, past: { progress } }: LeadOfRow): Filling {
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

/** Turns the refusal of a single row into faults. @throws what is no refusal. */
export function faultsOf(reason: unknown): Pick<Fault, 'field' | 'message'>[] {
  if (!(reason instanceof Refusal)) return [notWritten];
  const fields = Object.entries(reason.details.fields ?? {});
  if (fields.length === 0) return [{ field: 'name', message: reason.message }];
  return fields.map(([name, message]) => ({ field: fieldNamed(name), message }));
}

/** Describes in words why a row was refused, by the names of its columns. */
export function reasonsOf(reading: FileColumns, outcome: Outcome): string {
  return (outcome.faults ?? [])
    .map(({ field, message }) => {
      const { column } = fieldTextOf(outcome.cells, reading, field);
      const header = column === null ? '' : (reading.headers[column] ?? '');
      return header ? `${header}: ${message}` : message;
    })
    .join('; ');
}
