import { messages } from '#contract/call/messages.ts';
import type { ImportSettings, LookupImportField } from '#contract/import-settings.ts';
import { normaliseRecordName } from './cells.ts';
import { readPlatform, readStatus } from './files/read-values.ts';
import { type KnownRecords, resolveReason } from './known-records.service.ts';

type ResolveBy = { settings: ImportSettings; known: KnownRecords };

/** A text that is no whole name of a record; `to`: the id of the one that it is taken for, if any. */
export type InexactValue = { field: LookupImportField; value: string; to: string | null };

/** The message for a text that names no record of a field. */
export const messageOfUnknown = {
  serviceCenter: messages.noCenterCalledSo,
  offering: messages.noOfferingCalledSo,
  platform: messages.noPlatformCalledSo,
  status: messages.noStatusCalledSo,
  recorder: messages.noEmployeeCalledSo,
  advisor: messages.noEmployeeCalledSo,
} as const;

/**
 * Returns what a text of a field means: what was chosen for it, else what it names; undefined when it names nothing. `to`: null for
 * nothing; not `isExact`: it is like the name of a record.
 */
export function resolveValue(
  { settings, known }: ResolveBy,
  field: Exclude<LookupImportField, 'lostReason'>,
  text: string,
): { to: string | null; isExact: boolean } | undefined {
  const key = normaliseRecordName(text);
  const choice = settings.values.find(
    (each) => each.field === field && normaliseRecordName(each.value) === key,
  );
  if (choice?.to === null) return { to: null, isExact: true };
  const wanted = choice?.to ?? text;
  if (field === 'status' || field === 'platform') {
    const to = field === 'status' ? readStatus(wanted) : readPlatform(wanted);
    return to && { to, isExact: true };
  }
  const found = known.find(field, wanted);
  return found && { to: found.id, isExact: choice !== undefined || found.isWhole };
}

/**
 * Reads a lost reason: what was chosen for the text, else the dealer's that it names, else the text; the default for ''. One that is
 * none of the dealer's is added to `inexact`.
 */
export function readLostReason(reading: ResolveBy, text: string, inexact: InexactValue[]): string | null {
  const { settings, known } = reading;
  if (text === '') return settings.defaults.lostReason ?? null;
  const key = normaliseRecordName(text);
  const choice = settings.values.find(
    (each) => each.field === 'lostReason' && normaliseRecordName(each.value) === key,
  );
  if (choice) return choice.to ? resolveReason(known, choice.to) : (settings.defaults.lostReason ?? null);
  const isListed = known.reasons.some(({ en, bn }) =>
    [en, bn].some((each) => each && normaliseRecordName(each) === key),
  );
  if (!isListed) inexact.push({ field: 'lostReason', value: text, to: null });
  return resolveReason(known, text);
}
