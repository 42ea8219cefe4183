import type { ImportKind } from '#contract/import-fields.ts';
import {
  type ImportDuplicateChoice,
  type ImportSettings,
  importLimits,
  importSettings,
} from '#contract/import-settings.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { readJoinsOpenLeads } from '#server/dealer/dealer-rules.service.ts';
import { findCenterIdOfForms } from '#server/intake/form-centers.service.ts';
import { listActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { openDayOrders } from './day-orders.ts';
import { guessColumns } from './files/guess-columns.ts';
import { isMetaForm, openFormIds } from './files/meta-form.ts';
import type { ImportTable, TableRow } from './files/table.ts';
import { hashFileShape, readFirstRows } from './import-file.service.ts';
import { findSettingsOfShape, type ImportRow } from './imports.db.ts';

type Seen = { headers: readonly string[]; hasHeaders: boolean; rows: readonly string[][]; shape: Buffer };

const guessedFrom = 50;

type FirstReading = Pick<
  ImportRow,
  'header_row' | 'top' | 'headers' | 'shape' | 'sample' | 'settings' | 'is_remembered' | 'rows'
>;

/**
 * Reads a file whose headers were found: what is shown of it, and settings to begin with, guessed or as they were for a file like it.
 * Stores nothing.
 *
 * @throws UnreadableFile
 */
export async function readNewFile(
  context: ActorContext,
  noun: ImportKind,
  table: ImportTable,
): Promise<FirstReading> {
  const { headerRow, top, headers } = table;
  const rows = await readFirstRows(table, guessedFrom);
  const shape = hashFileShape(noun, headers);
  const first = await proposeSettings(context, noun, { headers, hasHeaders: headerRow > 0, rows, shape });
  const { settings, count } = await asAllRowsSay(context, noun, table, first.settings);
  return {
    ...{ header_row: headerRow, top: top.map(shownRow), headers, shape },
    settings: await stillValid(context, settings),
    ...{ sample: rows.slice(0, importLimits.sample), is_remembered: first.isRemembered, rows: count },
  };
}

/** Enough of a row to know it by. */
const shownCells = { most: 5, length: 40 } as const;

function shownRow({ row, cells }: TableRow): TableRow {
  const texts = cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter(Boolean);
  const cut = (text: string) =>
    text.length > shownCells.length ? `${text.slice(0, shownCells.length).toWellFormed()}…` : text;
  return { row, cells: texts.slice(0, shownCells.most).map(cut) };
}

/** Proposes settings for a file of which the first rows were seen: as chosen before for files with its headers, else as guessed. */
async function proposeSettings(
  context: ActorContext,
  noun: ImportKind,
  { headers, hasHeaders, rows, shape }: Seen,
): Promise<{ settings: ImportSettings; isRemembered: boolean }> {
  const remembered = hasHeaders ? await findSettingsOfShape(context.db, shape) : undefined;
  if (remembered) return { settings: { ...proposedOptions, ...remembered }, isRemembered: true };
  const duplicates = await proposedChoice(context, noun);
  const guessed = guessedSettings(headers, rows, noun);
  const defaults = noun === 'leads' ? await onlyCenter(context) : {};
  return { settings: { ...guessed, defaults, duplicates }, isRemembered: false };
}

// What was remembered before there was this choice.
const proposedOptions = { leavesOutUnreadable: true };

const metaValues: ImportSettings['values'] = [{ field: 'status', value: 'complete', to: 'pending' }];

async function onlyCenter(context: ActorContext): Promise<ImportSettings['defaults']> {
  const [only, ...others] = await listActiveServiceCenters(context);
  return only && others.length === 0 ? { serviceCenter: only._id } : {};
}

async function stillValid(context: ActorContext, settings: ImportSettings): Promise<ImportSettings> {
  const { serviceCenter, followUpDate, ...others } = settings.defaults;
  const centers = await listActiveServiceCenters(context);
  const isActive = centers.some(({ _id }) => _id === serviceCenter);
  const isPassed =
    followUpDate && followUpDate < dateInTimeZone(context.dealer.timeZone, context.clock.now());
  const defaults = {
    ...others,
    ...(isActive && { serviceCenter }),
    ...(!isPassed && { followUpDate }),
  };
  return importSettings.parse({ ...settings, defaults });
}

function guessedSettings(
  headers: readonly string[],
  rows: readonly string[][],
  noun: ImportKind,
): ImportSettings {
  const columns = Object.fromEntries(
    Object.entries(guessColumns(headers, rows, noun)).map(([field, places]) => [
      field,
      places.slice(0, importLimits.columnsPerField),
    ]),
  ) as ImportSettings['columns'];
  const values = noun === 'leads' && isMetaForm(headers) ? metaValues : [];
  return importSettings.parse({ columns, values, leavesOutUnreadable: true });
}

/**
 * Reads all rows of a file with days, or of Meta's: the order in which most days can only be read is the file's, and its leads go to the center to
 * which enquiries of its forms go, whatever was chosen for a file before.
 *
 * @returns `count`: of the rows; null where no row says such a thing, so that none were read.
 * @throws UnreadableFile
 */
async function asAllRowsSay(
  context: ActorContext,
  noun: ImportKind,
  table: ImportTable,
  settings: ImportSettings,
): Promise<{ settings: ImportSettings; count: number | null }> {
  const orders = openDayOrders(settings.columns);
  const forms = openFormIds(noun === 'leads' && !settings.columns.serviceCenter ? table.headers : []);
  if (!orders.hasColumns && !forms.hasColumn) return { settings, count: null };
  let count = 0;
  for await (const { cells } of table.rows()) {
    orders.add(cells);
    forms.add(cells);
    count++;
  }
  const serviceCenter = forms.ids.size > 0 ? await findCenterIdOfForms(context, [...forms.ids]) : undefined;
  const defaults = serviceCenter ? { ...settings.defaults, serviceCenter } : settings.defaults;
  const proven = { ...settings, defaults, dayOrder: orders.proven() ?? settings.dayOrder };
  return { settings: proven, count };
}

async function proposedChoice({ db }: ActorContext, noun: ImportKind): Promise<ImportDuplicateChoice> {
  if (noun === 'customers') return 'skip';
  return (await readJoinsOpenLeads(db)) ? 'join' : 'add';
}
