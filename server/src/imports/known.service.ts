import type { LookupImportField } from '#contract/import-settings.ts';
import { findLostReason, type LostReason } from '#contract/leads/lost-reasons.ts';
import type { ActorContext } from '#server/context.ts';
import { listLostReasons } from '#server/dealer/lost-reasons.service.ts';
import { listAdvisors } from '#server/leads/record/advisors.service.ts';
import { listActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { nameKey } from './cells.ts';
import { findEmployees, findOfferings } from './import-rows.db.ts';

type RecordField = Exclude<LookupImportField, 'lostReason' | 'status' | 'platform'>;

export type Known = {
  byName: Record<RecordField, ReadonlyMap<string, string>>;
  reasons: readonly LostReason[];
  advisors: ReadonlyMap<string, ReadonlySet<string>>;
};

export async function readKnown(context: ActorContext): Promise<Known> {
  const { db } = context;
  const centers = await listActiveServiceCenters(context);
  const offerings = await findOfferings(db);
  const people = await findEmployees(db);
  const advisors = new Map<string, ReadonlySet<string>>();
  for (const { _id } of centers)
    advisors.set(_id, new Set((await listAdvisors(context, _id)).map(({ _id }) => _id)));
  return {
    byName: {
      serviceCenter: byName(centers.map(({ _id: id, name }) => ({ id, names: [name] }))),
      offering: byName(offerings.map(({ id, name }) => ({ id, names: [name] }))),
      recorder: peopleByName(people),
      advisor: peopleByName(people.filter(({ isConnection }) => !isConnection)),
    },
    reasons: await listLostReasons(context),
    advisors,
  };
}

export function keptReason({ reasons }: Pick<Known, 'reasons'>, text: string): string {
  return findLostReason(reasons, text)?.en ?? text;
}

type Named = { id: string; names: readonly string[] };

function byName(all: readonly Named[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { id, names } of all) {
    for (const name of [id, ...names]) if (!found.has(nameKey(name))) found.set(nameKey(name), id);
  }
  return found;
}

function peopleByName(people: Awaited<ReturnType<typeof findEmployees>>): Map<string, string> {
  const often = Map.groupBy(people, ({ name }) => nameKey(name));
  return byName(
    people.map(({ id, name, email }) => {
      const isAlone = often.get(nameKey(name))?.length === 1;
      return { id, names: isAlone ? [email, name] : [email] };
    }),
  );
}
