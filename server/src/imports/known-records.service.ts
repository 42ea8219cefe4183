import type { LookupImportField } from '#contract/import-settings.ts';
import { findLostReason, type LostReason } from '#contract/leads/lost-reasons.ts';
import { findNamed, type NamedRecord } from '#contract/text/find-named.ts';
import type { ActorContext } from '#server/context.ts';
import { listLostReasons } from '#server/dealer/lost-reasons.service.ts';
import { listAdvisors } from '#server/leads/record/advisors.service.ts';
import { listActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { normaliseRecordName } from './cells.ts';
import { findNameableEmployees, findNameableOfferings } from './import-rows.db.ts';

type RecordField = Exclude<LookupImportField, 'lostReason' | 'status' | 'platform'>;

/**
 * The centers, offerings, people and lost reasons that a file can name. `find`: the record that a text names, and whether by its whole
 * name, else by a part of it or in another spelling.
 */
export type KnownRecords = {
  find: (field: RecordField, text: string) => { id: string; isWhole: boolean } | undefined;
  reasons: readonly LostReason[];
  advisors: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Reads what a file can name today. */
export async function readKnownRecords(context: ActorContext): Promise<KnownRecords> {
  const { db } = context;
  const centers = await listActiveServiceCenters(context);
  const offerings = await findNameableOfferings(db);
  const people = await findNameableEmployees(db);
  const advisors = new Map<string, ReadonlySet<string>>();
  for (const { _id } of centers)
    advisors.set(_id, new Set((await listAdvisors(context, _id)).map(({ _id }) => _id)));
  const whole: Record<RecordField, ReadonlyMap<string, string>> = {
    serviceCenter: byName(centers.map(({ _id: id, name }) => ({ id, names: [name] }))),
    offering: byName(offerings.map(({ id, name }) => ({ id, names: [name] }))),
    recorder: peopleByName(people),
    advisor: peopleByName(people.filter(({ isConnection }) => !isConnection)),
  };
  const offered = offerings.filter(({ isActive }) => isActive);
  const near: Partial<Record<RecordField, readonly NamedRecord[]>> = {
    serviceCenter: centers,
    offering: offered.map(({ id: _id, name, type }) => ({ _id, name, type })),
  };
  return {
    find: rememberAnswers((field, text) => {
      const id = whole[field].get(normaliseRecordName(text));
      if (id !== undefined) return { id, isWhole: true };
      const like = findNamed(near[field] ?? [], text);
      return like && { id: like._id, isWhole: false };
    }),
    reasons: await listLostReasons(context),
    advisors,
  };
}

/**
 * Returns the text that leads keep of a lost reason: the dealer's, if it names one of the dealer's reasons in any language, else the
 * text itself.
 */
export function resolveReason({ reasons }: Pick<KnownRecords, 'reasons'>, text: string): string {
  return findLostReason(reasons, text)?.en ?? text;
}

/** Cells of a column repeat themselves. */
function rememberAnswers(find: KnownRecords['find']): KnownRecords['find'] {
  const answers = new Map<string, ReturnType<KnownRecords['find']>>();
  return (field, text) => {
    const key = `${field} ${text}`;
    if (answers.size < maxAnswers && !answers.has(key)) answers.set(key, find(field, text));
    return answers.has(key) ? answers.get(key) : find(field, text);
  };
}

const maxAnswers = 10_000;

type Named = { id: string; names: readonly string[] };

function byName(all: readonly Named[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { id, names } of all) {
    for (const name of [id, ...names])
      if (!found.has(normaliseRecordName(name))) found.set(normaliseRecordName(name), id);
  }
  return found;
}

function peopleByName(people: Awaited<ReturnType<typeof findNameableEmployees>>): Map<string, string> {
  const often = Map.groupBy(people, ({ name }) => normaliseRecordName(name));
  return byName(
    people.map(({ id, name, email }) => {
      const isAlone = often.get(normaliseRecordName(name))?.length === 1;
      return { id, names: isAlone ? [email, name] : [email] };
    }),
  );
}
