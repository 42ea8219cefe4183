import type { Expected, Write } from './expected.ts';
import type { Sight } from './sight.ts';
import type { Stored, StoredLead, WalkLead } from './walk-dealer.ts';

export function screenFaults(seen: Sight, expected: Expected, isFresh: boolean): string[] {
  const faults: string[] = [];
  const compare = (what: string, is: unknown, wanted: unknown) => {
    if (wanted !== undefined && is !== wanted) faults.push(`${what} is ${is} instead of ${wanted}`);
  };
  compare('the lead in front', seen.front, expected.front);
  compare('the dialog', seen.dialog, expected.dialog);
  compare('the outcome that is asked about', seen.asked, expected.asked);
  const { row, mayLeave } = expected;
  if (mayLeave && seen.front !== mayLeave && seen.rows.includes(mayLeave))
    faults.push(`${seen.front} is in front, but ${mayLeave} is still in the list`);
  if (row && seen.rows.includes(row)) compare('the focus', seen.focused, row);
  if (seen.isBusy) faults.push('it is still loading');
  if (seen.focus === 'body' && !isFresh) faults.push('the focus is on nothing');
  if (seen.focus === 'hidden') faults.push(`the focus is on what cannot be seen: ${seen.focused}`);
  for (const { label, said, listed } of seen.counts)
    if (said !== listed) faults.push(`“${label}” has ${listed} rows`);
  return [...faults, ...seen.said.filter((text) => unknownFaults.test(text))];
}

const unknownFaults = /went wrong|unexpected|could not be loaded/i;

type Stores = {
  before: Stored;
  now: Stored;
  leads: readonly WalkLead[];
  writes: Record<string, Write>;
  seen: Sight;
};

export function writeFaults({ before, now, leads, writes, seen }: Stores): string[] {
  const faults =
    now.elsewhere === before.elsewhere ? [] : ['something was recorded on a lead of somebody else'];
  for (const { _id, name } of leads) {
    const [old, fresh] = [before.leads.get(_id), now.leads.get(_id)];
    if (!old || !fresh) faults.push(`${name} is gone`);
    else faults.push(...leadFaults(name, old, fresh, writes[_id], seen));
  }
  return faults;
}

const refusals = /has this lead now|in the meantime|changed|no longer|can be undone|Check/i;

function leadFaults(
  name: string,
  old: StoredLead,
  now: StoredLead,
  write: Write | undefined,
  seen: Sight,
): string[] {
  const isSame = JSON.stringify(old) === JSON.stringify(now);
  if (!write) return isSame ? [] : [`${name} was changed: ${JSON.stringify(old)} to ${JSON.stringify(now)}`];
  if (isSame && seen.said.some((text) => refusals.test(text))) return [];
  if (write.any)
    return isSame || write.notes === undefined || now.notes === write.notes
      ? []
      : [`${name} has the notes “${now.notes}” instead of “${write.notes}”`];
  const faults = (['contacts', 'comments', 'replies'] as const).flatMap((what) => {
    const [added, wanted] = [now[what] - old[what], write[what] ?? 0];
    return added === wanted ? [] : [`${name} got ${added} ${what} instead of ${wanted}`];
  });
  const { note, comment } = write;
  if (note !== undefined && (now.note ?? '') !== (note ?? ''))
    faults.push(`${name} got the note “${now.note}” instead of “${note}”`);
  if (comment !== undefined && now.comment !== comment)
    faults.push(`${name} got the comment “${now.comment}” instead of “${comment}”`);
  return faults;
}
