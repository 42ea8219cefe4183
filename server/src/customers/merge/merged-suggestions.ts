import { type SuggestionField, suggestionFields } from '#contract/customers.ts';
import { type CustomerContact, normaliseContactText } from '#server/customers/customer-contact.ts';
import type { SuggestionRow } from '#server/customers/suggestions.db.ts';

const mostDecided = 20;

const newestFirst = (rows: readonly SuggestionRow[]) =>
  [...rows].sort(
    (one, other) => other.suggested_at.localeCompare(one.suggested_at) || one.key.localeCompare(other.key),
  );

type Joined = {
  keptId: string;
  rows: readonly SuggestionRow[];
  contacts: readonly CustomerContact[];
  chosen: CustomerContact;
};

/**
 * Returns what the kept customer is suggested after a merge; writes nothing. Of each field it is the newest text that nobody has
 * decided on; names and emails that were not chosen count as decided, so that no lead suggests them again.
 *
 * @param by who merges.
 */
export function mergeSuggestions(
  { keptId, rows, contacts, chosen }: Joined,
  by: string,
  at: Date,
): SuggestionRow[] {
  return suggestionFields.flatMap((field) => {
    const turnedDown = contacts.flatMap(({ [field]: value }) =>
      value === null ? [] : notChosen(field, value),
    );
    const known = [...turnedDown, ...rows.filter((row) => row.field === field)].filter(
      ({ key }) => key !== normaliseContactText(chosen[field] ?? ''),
    );
    const decided = firstOfKey(newestFirst(known.filter((row) => !row.is_waiting))).slice(0, mostDecided);
    const keys = new Set(decided.map(({ key }) => key));
    const waiting = newestFirst(known.filter(({ is_waiting, key }) => is_waiting && !keys.has(key))).slice(
      0,
      1,
    );
    return [...decided, ...waiting].map((row) => ({ ...row, customer_id: keptId }));
  });

  function notChosen(field: SuggestionField, value: string): SuggestionRow[] {
    const decided = { lead_id: null, suggested_by: by, suggested_at: at.toISOString(), is_waiting: false };
    return [{ customer_id: keptId, field, key: normaliseContactText(value), value, ...decided }];
  }
}

/**
 * Returns what the kept customer is suggested once a merge is undone: as before, with what was suggested or decided since. Writes
 * nothing.
 *
 * @param current what is suggested now, without what leads suggest that leave.
 * @param now.contact of the kept customer now.
 */
export function restoreSuggestions(
  current: readonly SuggestionRow[],
  before: readonly SuggestionRow[],
  { contact, mergedAt }: { contact: CustomerContact; mergedAt: Date },
): SuggestionRow[] {
  const since = current.filter(({ suggested_at }) => new Date(suggested_at) > mergedAt);
  const isWaiting = (field: SuggestionField) => since.some((row) => row.field === field && row.is_waiting);
  const restored = before.filter(
    (row) =>
      row.key !== normaliseContactText(contact[row.field] ?? '') &&
      !(row.is_waiting && isWaiting(row.field)) &&
      !since.some(({ field, key }) => field === row.field && key === row.key),
  );
  return [...since, ...restored];
}

function firstOfKey(rows: readonly SuggestionRow[]): SuggestionRow[] {
  return rows.filter((row, place) => rows.findIndex(({ key }) => key === row.key) === place);
}
