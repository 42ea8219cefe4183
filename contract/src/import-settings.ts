import { z } from 'zod';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import {
  customerImportFields,
  type ImportField,
  type ImportKind,
  leadImportFields,
} from '#contract/import-fields.ts';
import { platforms } from '#contract/leads/leads.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { id, singleLine } from '#contract/text/text.ts';
import { textLength } from './business.ts';

/** The fields that a column of each kind of file may hold. */
export const importFields = { leads: leadImportFields, customers: customerImportFields } as const;

/** The fields of leads and customers, each once. */
export const allImportFields = [...new Set([...leadImportFields, ...customerImportFields])];

/** No row can be read without these columns; rows may leave the center to the default. */
export const requiredImportFields = {
  leads: ['name', 'phone', 'serviceCenter'],
  customers: ['name', 'phone'],
} as const satisfies Record<ImportKind, readonly ImportField[]>;

/** The last column of the file of refused rows; a file that has it counts as like the one it came from. */
export const refusalReasonsColumn = 'Reasons';

/** The fields whose texts name a record of the dealer or one of a few choices. */
export const lookupImportFields = [
  'serviceCenter',
  'offering',
  'platform',
  'status',
  'lostReason',
  'recorder',
  'advisor',
] as const satisfies readonly ImportField[];
export type LookupImportField = (typeof lookupImportFields)[number];

/** Limits of an imported file and of its check. */
export const importLimits = {
  fileBytes: 50 * 1_048_576,
  rows: 100_000,
  columns: 200,
  /**
   * The most columns of one field. Texts of a name are joined by a space, those of notes by a line; of other fields the first text that
   * is not blank counts.
   */
  columnsPerField: 10,
  sample: 5,
  /** Characters of a cell that are read. */
  cell: 10_000,
  /** Refused rows that are shown to be mended. */
  listedRefused: 50,
  /** Problems that are named; further ones are only counted. */
  listedProblems: 200,
  /** Values of a field that match no record, and lost reasons, which need no choice. */
  listedValues: 500,
  lostReasons: 100,
  /** Numbers with several names that are shown, and names shown of each. */
  listedSharedPhones: 50,
  namesOfPhone: 5,
  /** Leads and customers shown that a revert left, and joined rows shown that differ from their lead. */
  listedKept: 50,
  /** Milliseconds for which a file is kept that nobody imports. */
  fileLifetimeMs: 24 * 3_600_000,
  /** Milliseconds after its end within which an import can be reverted, and its refused rows downloaded. */
  revertWindowMs: 7 * 24 * 3_600_000,
} as const;

const mostValues = (lookupImportFields.length - 1) * importLimits.listedValues + importLimits.lostReasons;

const importColumns = z.partialRecord(
  z.enum(allImportFields),
  z
    .array(
      z
        .int()
        .min(0)
        .max(importLimits.columns - 1),
    )
    .max(importLimits.columnsPerField),
);
/** Indexes of columns, from 0, by field. */
export type ImportColumns = z.infer<typeof importColumns>;

const importValue = z.strictObject({
  field: z.enum(lookupImportFields),
  value: singleLine(textLength.line),
  to: singleLine(textLength.line).nullable(),
});
/** The meaning of a text of the file. `to`: the id of a center, offering or person, or one of the field's texts; null: as if the cell were empty. */
export type ImportValue = z.infer<typeof importValue>;

/** Values for rows that say nothing of a field. */
const importDefaults = z
  .strictObject({
    serviceCenter: id,
    platform: z.enum(platforms),
    lostReason: singleLine(textLength.line),
    followUpDate: calendarDate,
  })
  .partial();

/**
 * The choices of what happens to duplicate rows. A row is a duplicate when its person has an open lead at the same center and the row's
 * would be open too, or a lead of the same entry date there; a customer, when there is one with the number. A row with another name and
 * another vehicle is no duplicate: it is of another person with the number, and always added. `skip`: it is left out; `join`: it fills in
 * what that one lacks; `add`: it becomes a lead beside it (a customer is joined: there is one for each number).
 */
export const importDuplicateChoices = ['skip', 'join', 'add'] as const;
export type ImportDuplicateChoice = (typeof importDuplicateChoices)[number];

/**
 * The settings by which the rows of a file are read and imported. `dayOrder`: what comes first in `03/04/2026`. `leavesOutUnreadable`: a
 * row whose email, date, time, number or yes cannot be read comes in without it, with its text in the notes; otherwise it is refused. A
 * new import proposes it.
 */
export const importSettings = z.strictObject({
  columns: importColumns,
  values: z
    .array(importValue)
    .max(mostValues, fillPlaceholders(messages.tooMany, { max: mostValues }))
    .default([]),
  defaults: importDefaults.default({}),
  duplicates: z.enum(importDuplicateChoices).default('skip'),
  dayOrder: z.enum(['day', 'month']).default('day'),
  leavesOutUnreadable: z.boolean().default(false),
});
export type ImportSettings = z.infer<typeof importSettings>;

const importProblem = z.object({
  row: z.int(),
  column: z.int().nullable(),
  field: z.enum(allImportFields).nullable(),
  value: z.string(),
  message: z.string(),
});
/** A problem that the check of a file found, with its row, column, value and reason. */
export type ImportProblem = z.infer<typeof importProblem>;

/**
 * The outcome of a check: what an import would do. `ready`: rows that would come in, joined and skipped ones among them as
 * `duplicates`, those of another person with the number of an open lead as `otherPeople`, and as `withoutAdvisor` those whose advisor
 * may not have leads of their center; `values`: those that name nothing the dealer has by its whole name, each once; `to`: the record
 * that a part of its name or another spelling says, which is taken without a choice; the rows of others are refused then, but for lost
 * reasons, which are kept as they are. `leftOut`: the first cells that come in as notes alone, of `leftOutRows` rows. `sharedPhones`: the first of `sharedPhoneCount` numbers that rows give
 * several names. `dayOrders`: rows with a day that exists only with the day, or the month, first; those of the order that was not
 * chosen are refused.
 */
export const importCheck = z.object({
  rows: z.int(),
  ready: z.int(),
  refused: z.int(),
  duplicates: z.int(),
  otherPeople: z.int(),
  withoutAdvisor: z.int(),
  problems: z.array(importProblem).max(importLimits.listedProblems),
  byMessage: z.array(
    z.object({ field: z.enum(allImportFields).nullable(), message: z.string(), rows: z.int() }),
  ),
  values: z
    .array(
      z.object({
        ...{ field: z.enum(lookupImportFields), value: z.string(), rows: z.int() },
        to: id.nullable(),
      }),
    )
    .max(mostValues),
  leftOutRows: z.int(),
  leftOut: z.array(importProblem).max(importLimits.listedProblems),
  sharedPhones: z
    .array(z.object({ phone: z.string(), names: z.array(z.string()), rows: z.int() }))
    .max(importLimits.listedSharedPhones),
  sharedPhoneCount: z.int(),
  dayOrders: z.object({ day: z.int(), month: z.int() }),
});
export type ImportCheck = z.infer<typeof importCheck>;
