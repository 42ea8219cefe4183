import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { pagingParams } from '#contract/call/paging.ts';
import { importKinds } from '#contract/import-fields.ts';
import { instant } from '#contract/text/dates.ts';
import { id, idParams, multipleLines, singleLine } from '#contract/text/text.ts';
import { textLength } from './business.ts';
import { allImportFields, importCheck, importLimits, importSettings } from './import-settings.ts';
import { differingFields } from './leads/differing-fields.ts';
import { importLevels, managementLevels } from './levels.ts';
import { person } from './people.ts';

const importStates = [
  'draft',
  'checking',
  'checked',
  'running',
  'done',
  'stopped',
  'failed',
  'expired',
  'reverting',
  'reverted',
] as const;
/**
 * The state of an import. `draft`: uploaded; `checking`, `checked`: the preview; `running`; `done`, or `stopped` by somebody, `failed` by
 * its file, or `expired` before it began; `reverting`, `reverted`.
 */
export type ImportState = (typeof importStates)[number];

const importKeptReasons = ['changedSince', 'contactedSince', 'otherLeads', 'joined'] as const;

const importSummary = z.object({
  _id: id,
  noun: z.enum(importKinds),
  fileName: z.string(),
  by: person,
  state: z.enum(importStates),
  rows: z.int().nullable(),
  handled: z.int(),
  taken: z.int(),
  beside: z.int(),
  joined: z.int(),
  skipped: z.int(),
  refused: z.int(),
  reverted: z.int(),
  revertedBy: person.nullable(),
  restored: z.int(),
  keptCount: z.int(),
  fault: z.string().nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  revertUntil: instant.nullable(),
});
/**
 * An import as the list of imports shows it. `handled` of the file's `rows` are done; `taken` became leads or customers (`beside`: of
 * them, beside a lead that they repeat), others `joined` one, were `skipped` or `refused`. While checking, `handled` counts checked rows;
 * `rows`: null until they were counted. `startedAt`, `endedAt`: of the latest of checking, running and reverting. `fault`: why its file
 * cannot be read on. `revertUntil`: null when it cannot be reverted. `reverted`: leads and customers deleted so far, at the word of
 * `revertedBy`; `restored`: leads that are as before rows joined them; `kept`: the first of `keptCount` left.
 */
export type ImportSummary = z.infer<typeof importSummary>;

const wholeImport = importSummary.extend({
  kind: z.enum(['csv', 'xlsx']),
  encoding: z.string().nullable(),
  separator: z.string().nullable(),
  sheets: z.array(z.string()).nullable(),
  sheet: z.string().nullable(),
  headerRow: z.int().nullable(),
  top: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  headers: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  settings: importSettings,
  isRemembered: z.boolean(),
  check: importCheck.nullable(),
  differing: z
    .array(z.object({ row: z.int(), lead: id, name: z.string(), fields: z.array(z.enum(differingFields)) }))
    .max(importLimits.listedKept),
  differingCount: z.int(),
  kept: z
    .array(
      z.object({
        _id: id,
        noun: z.enum(importKinds),
        name: z.string(),
        reason: z.enum(importKeptReasons),
      }),
    )
    .max(importLimits.listedKept),
});
/**
 * An import with its file's headers, settings, check and outcome. `headerRow`: the row of the file that holds the headers, 0 where none
 * does and columns are called Column A, Column B, …; `top`: the first rows that may, of each the first texts, cut short. Null and empty
 * for files from before. `sample`: the first rows below the headers. `settings`: as last checked, else as guessed (`isRemembered`: from
 * an earlier import of a file with the same headers; else `duplicates` of leads are as the dealer's `joinsOpenLeads` says). `check`: null
 * until it was made and once the file is gone. `differing`: the first of `differingCount` rows that say something else than the lead that
 * they joined, in whose notes it is.
 */
export type ImportDetail = z.infer<typeof wholeImport>;

/** The highest number of a row, blank ones counted. */
const maxRow = 10_000_000;

const path = '/management/imports';
const one = `${path}/:id` as const;
const tag = 'Imports';

/** Properties that every step of an import shares. */
const step = {
  method: 'POST',
  tag,
  changes: ['imports'],
  who: importLevels,
  params: idParams,
  reply: wholeImport,
  status: 201,
  refusals: [404, 409],
} as const;

/** Uploads a CSV or XLSX file of leads or customers as a draft; nothing is checked or imported yet. */
export const uploadImport = endpoint({
  method: 'POST',
  path,
  summary:
    'A CSV or XLSX file of leads or customers, of up to 50 MB: nothing is imported before it was checked',
  tag,
  changes: ['imports'],
  who: importLevels,
  multipart: true,
  files: ['file'],
  body: z.strictObject({ noun: z.enum(importKinds), fileName: singleLine(textLength.line) }),
  reply: wholeImport,
  status: 201,
  refusals: [413, 415],
});

/** Lists imports, newest first: the caller's own, or for management all. */
export const listImports = endpoint({
  method: 'GET',
  path,
  summary:
    'What was imported by whom, newest first; `isTotalCapped`: there were more than `totalImportCount`',
  tag,
  reads: 'imports',
  freshSeconds: 0,
  who: importLevels,
  query: z.object(pagingParams),
  reply: z.object({
    imports: z.array(importSummary),
    totalPages: z.int(),
    totalImportCount: z.int(),
    isTotalCapped: z.boolean(),
  }),
});

export const getImport = endpoint({
  method: 'GET',
  path: one,
  summary: 'An import, and how far it is',
  tag,
  reads: 'imports',
  freshSeconds: 0,
  who: importLevels,
  params: idParams,
  reply: wholeImport,
  refusals: [404],
});

/** Takes the headers of a draft from another of its first rows; columns are guessed anew, and it has to be checked again. */
export const chooseImportHeaders = endpoint({
  ...step,
  path: `${one}/headers`,
  summary:
    'Take the headers from another of the first rows, as where a title stands above the table, or with 0 from none. Columns are guessed anew, and the file is to be checked again',
  body: z.strictObject({ headerRow: z.int().min(0) }),
});

/** Starts to check the whole file of an import with these settings, as a job; nothing is imported. */
export const checkImport = endpoint({
  ...step,
  path: `${one}/check`,
  summary:
    'Go over the whole file with these settings, as a job, and tell every problem; nothing is written. The settings are remembered for files with the same headers',
  body: importSettings,
});

/** Starts the import of a file that was checked, as a job; 409 while another one runs. */
export const startImport = endpoint({
  ...step,
  path: `${one}/start`,
  summary:
    'Import what was checked, as a job; one at a time, others are refused with 409 and the one that runs',
});

/** Ends an import where it is, or discards a draft; rows that came in stay. */
export const stopImport = endpoint({
  ...step,
  path: `${one}/stop`,
  summary: 'End an import where it is, or discard a file; what came in stays until it is reverted',
});

/** Starts to delete what an import brought in, as a job; leads and customers that were worked since stay. */
export const revertImport = endpoint({
  ...step,
  who: managementLevels,
  path: `${one}/revert`,
  summary:
    'Delete within seven days what an import brought in, and take back what it added to leads, as a job, but for leads changed or contacted since and customers with other leads, which are named',
});

/** Lists all problems that the check of a file found. Rows that were refused when it came in are another list. */
export const downloadImportCheckReport = endpoint({
  method: 'GET',
  path: `${one}/problems`,
  summary:
    'Every problem of a checked file: row, column, value and what is wrong; 409 with the import unless it is checked',
  tag,
  who: importLevels,
  params: idParams,
  streams: 'text/csv; charset=utf-8',
  refusals: [404, 409],
});

const refusedRow = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  faults: z.array(
    z.object({ column: z.int().nullable(), field: z.enum(allImportFields).nullable(), message: z.string() }),
  ),
});
/** A row that was not imported, with its cells and what is wrong with each of them today. */
export type RefusedImportRow = z.infer<typeof refusedRow>;

/** Lists the first rows that an import refused and that nobody has mended yet, with what is wrong with each. */
export const listRefusedImportRows = endpoint({
  method: 'GET',
  path: `${one}/rows`,
  summary:
    'The first refused rows of an import that are still known, as they were, and what is wrong with each today',
  tag,
  reads: 'imports',
  freshSeconds: 0,
  who: importLevels,
  params: idParams,
  reply: z.object({ rows: z.array(refusedRow).max(importLimits.listedRefused) }),
  refusals: [404],
});

/** Imports one refused row with corrected cells; 400 tells by column what is still wrong. */
export const mendImportRow = endpoint({
  ...step,
  path: `${one}/rows/:row`,
  summary:
    'Bring in a refused row with other cells, by the settings of its import; 400 tells by `cells` and column what is still wrong, 409 that the import is not at that point',
  changes: ['imports', 'leads', 'panels', 'customers'],
  params: idParams.extend({ row: z.coerce.number<number>().int().min(1).max(maxRow) }),
  body: z.strictObject({ cells: z.array(multipleLines(importLimits.cell)).max(importLimits.columns) }),
});

/** Streams the rows that an import refused as a CSV to mend and import again. */
export const downloadRefusedImportRows = endpoint({
  method: 'GET',
  path: `${one}/refused`,
  summary: 'The refused rows of an import as they were, with a column of reasons: to mend and import again',
  tag,
  who: importLevels,
  params: idParams,
  streams: 'text/csv; charset=utf-8',
  refusals: [404],
});
