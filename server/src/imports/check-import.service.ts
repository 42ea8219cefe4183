import { setImmediate } from 'node:timers/promises';
import {
  type ImportCheck,
  type ImportProblem,
  importLimits,
  type LookupImportField,
  lookupImportFields,
} from '#contract/import-settings.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { workEach } from '#server/lib/batches.ts';
import { normaliseRecordName } from './cells.ts';
import { openDayOrders } from './day-orders.ts';
import { findFormerLeads } from './exported-leads.db.ts';
import type { ImportTable, TableRow } from './files/table.ts';
import { findCustomersByPhone, findKnownLeads } from './import-rows.db.ts';
import { readImportRow, rowsPerTurn } from './import-rows.service.ts';
import { findImport, type ImportRow, isSameAttempt, lockImport, updateImport } from './imports.db.ts';
import { readKnownRecords } from './known-records.service.ts';
import type { CustomerOfRow } from './read-customer.ts';
import type { LeadOfRow, RowReading } from './read-lead.service.ts';
import { openRepeatIndex } from './repeats.ts';
import { getImporter, readBatches } from './run-import.service.ts';
import { openSharedPhones } from './shared-phones.ts';

const batch = 200;

const toldEvery = 2_000;

const rest = 0.1;

/**
 * Checks a whole file from its beginning, and stores what was found; brings nothing in.
 *
 * @returns whether it has ended; false when the process is to stop.
 */
export async function runImportCheck(
  context: Context,
  id: string,
  table: ImportTable,
  stopping: AbortSignal,
): Promise<boolean> {
  const row = await findImport(context.db, id);
  if (row?.state !== 'checking') return true;
  const inside = await getImporter(context, row.employee_id);
  if (!inside) return true;
  const all = row.rows ?? (await countRows(context, id, table, stopping));
  if (all === undefined) return false;
  if (!(await tellProgress(context, row, { rows: all, handled: 0 }))) return true;
  const { settings, headers } = row;
  const reading = { context: inside, importId: id, headers, settings, known: await readKnownRecords(inside) };
  const survey = openSurvey(reading, row);
  const addNext = async (rows: readonly TableRow[]) => {
    await survey.add(rows);
    const handled = survey.rows();
    return handled % toldEvery !== 0 || tellProgress(context, row, { handled });
  };
  if (!(await workEach(readBatches(table, 0, batch), addNext, { rest, stopping }))) return false;
  await inTransaction(context, async ({ db }) => {
    if (!isSameAttempt(row, await lockImport(db, id))) return;
    const checked = survey.result();
    await updateImport(db, id, { state: 'checked', checked, rows: checked.rows, handled: checked.rows });
  });
  return true;
}

async function countRows(
  { db }: Context,
  id: string,
  table: ImportTable,
  stopping: AbortSignal,
): Promise<number | undefined> {
  let count = 0;
  const add = async (rows: readonly TableRow[]) => {
    count += rows.length;
    return count % toldEvery !== 0 || (await findImport(db, id))?.state === 'checking';
  };
  return (await workEach(readBatches(table, 0, batch), add, { rest, stopping })) ? count : undefined;
}

function tellProgress(
  context: Context,
  begun: ImportRow,
  progress: { rows?: number; handled: number },
): Promise<boolean> {
  return inTransaction(context, async ({ db }) => {
    const now = await lockImport(db, begun.id);
    if (!isSameAttempt(begun, now)) return false;
    // Of two processes that check it the slower one sets nothing back.
    await updateImport(db, begun.id, { ...progress, handled: Math.max(progress.handled, now?.handled ?? 0) });
    return true;
  });
}

function openSurvey(reading: RowReading, { noun }: ImportRow) {
  const { context } = reading;
  const problems: ImportProblem[] = [];
  const byMessage = new Map<string, ImportCheck['byMessage'][number]>();
  const values = Object.fromEntries(
    lookupImportFields.map((field) => [field, new Map<string, ImportCheck['values'][number]>()]),
  ) as Record<LookupImportField, Map<string, ImportCheck['values'][number]>>;
  const repeats = noun === 'leads' ? openLeadRepeats(context) : openCustomerRepeats(context);
  const sharedPhones = openSharedPhones();
  const dayOrders = openDayOrders(reading.settings.columns);
  const leftOutCells: ImportProblem[] = [];
  let leftOutRows = 0;
  let rows = 0;
  let refused = 0;
  let duplicates = 0;
  let otherPeople = 0;
  let withoutAdvisor = 0;

  function noteValue(field: LookupImportField, value: string, to: string | null): void {
    const key = normaliseRecordName(value);
    const known = values[field].get(key);
    const most = field === 'lostReason' ? importLimits.lostReasons : importLimits.listedValues;
    if (known) known.rows++;
    else if (values[field].size < most) values[field].set(key, { field, value, rows: 1, to });
  }

  async function add(batch: readonly TableRow[]): Promise<void> {
    const ready: unknown[] = [];
    for (const { row, cells } of batch) {
      if (rows++ % rowsPerTurn === 0) await setImmediate();
      dayOrders.add(cells);
      const { read, faults, leftOut, inexact } = readImportRow(reading, noun, cells);
      for (const { field, value, to } of inexact) noteValue(field, value, to);
      if (read) {
        ready.push(read);
        sharedPhones.add(read as LeadOfRow | CustomerOfRow);
        if (leftOut.length > 0) leftOutRows++;
        for (const fault of leftOut)
          if (leftOutCells.length < importLimits.listedProblems) leftOutCells.push({ row, ...fault });
      } else refused++;
      for (const { field, column, value, message } of faults) {
        if (problems.length < importLimits.listedProblems)
          problems.push({ row, column, field, value, message });
        const key = `${field} ${message}`;
        const known = byMessage.get(key);
        if (known) known.rows++;
        else byMessage.set(key, { field, message, rows: 1 });
      }
    }
    if (noun === 'leads') {
      const leads = ready as LeadOfRow[];
      withoutAdvisor += leads.filter(({ isWithoutAdvisor }) => isWithoutAdvisor).length;
    }
    const found = await repeats(ready);
    duplicates += found.duplicates;
    otherPeople += found.otherPeople;
  }

  return {
    add,
    rows: () => rows,
    result: (): ImportCheck => ({
      ...{ rows, ready: rows - refused, refused, duplicates, otherPeople, withoutAdvisor, problems },
      ...sharedPhones.result(),
      ...{ leftOutRows, leftOut: leftOutCells },
      dayOrders: dayOrders.counts,
      byMessage: [...byMessage.values()].sort((one, other) => other.rows - one.rows),
      values: Object.values(values)
        .flatMap((of) => [...of.values()])
        .sort((one, other) => other.rows - one.rows),
    }),
  };
}

// How many of some rows repeat a lead or a row before them, and how many are of somebody else with the number of one.
type Repeats = { duplicates: number; otherPeople: number };

function openLeadRepeats({ db, dealer }: ActorContext) {
  const earlier = openRepeatIndex<true>(dealer.timeZone);
  const earlierIds = new Set<string>();
  return async (ready: readonly unknown[]): Promise<Repeats> => {
    const leads = ready as LeadOfRow[];
    const known = openRepeatIndex<true>(dealer.timeZone);
    const phones = [...new Set(leads.map(({ phone }) => phone))];
    for (const lead of await findKnownLeads(db, phones)) known.know(lead, true);
    const exported = await findFormerLeads(
      db,
      leads.flatMap(({ formerId }) => formerId ?? []),
    );
    const found = leads.map((lead) => {
      const { formerId } = lead;
      const stored = known.find(lead);
      if (formerId !== null) {
        const isRepeat = exported.has(formerId) || earlierIds.has(formerId) || stored.lead === true;
        earlierIds.add(formerId);
        return { isRepeat, isOtherPerson: !isRepeat && stored.isOtherPerson };
      }
      const before = earlier.find(lead);
      earlier.add(lead, true);
      const isRepeat = stored.lead ?? before.lead ?? false;
      return { isRepeat, isOtherPerson: !isRepeat && (stored.isOtherPerson || before.isOtherPerson) };
    });
    return {
      duplicates: found.filter(({ isRepeat }) => isRepeat).length,
      otherPeople: found.filter(({ isOtherPerson }) => isOtherPerson).length,
    };
  };
}

function openCustomerRepeats({ db }: ActorContext) {
  const earlier = new Set<string>();
  return async (ready: readonly unknown[]): Promise<Repeats> => {
    const phones = (ready as { phone: string }[]).map(({ phone }) => phone);
    for (const { phone } of await findCustomersByPhone(db, phones)) earlier.add(phone);
    const repeated = phones.filter((phone) => {
      const isRepeat = earlier.has(phone);
      earlier.add(phone);
      return isRepeat;
    });
    return { duplicates: repeated.length, otherPeople: 0 };
  };
}
