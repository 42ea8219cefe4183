import { type Lead, lead as leadSchema } from '#contract/leads.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** What a form holds of a lead, field by field, as text; '' for none. */
export type FieldTexts<Field extends string> = Readonly<Record<Field, string>>;

/**
 * What two edits of the same lead have to do with each other. `disputed` are the fields that both changed, each to another
 * value; `taken` those that only the other side changed.
 */
export type Comparison<Field extends string> = { disputed: Field[]; taken: Field[] };

/**
 * Compares an edit with one that was first.
 *
 * @param before the lead as both found it.
 * @param theirs as it is now.
 * @param mine as the later edit would leave it.
 */
export function compareEdits<Field extends string>(
  fields: readonly Field[],
  before: FieldTexts<Field>,
  theirs: FieldTexts<Field>,
  mine: FieldTexts<Field>,
): Comparison<Field> {
  const changedByThem = fields.filter((field) => theirs[field] !== before[field]);
  const changedByMe = (field: Field) => mine[field] !== before[field];
  return {
    disputed: changedByThem.filter((field) => changedByMe(field) && mine[field] !== theirs[field]),
    taken: changedByThem.filter((field) => !changedByMe(field)),
  };
}

/** The outcome of {@link saveMerged}: the lead as saved, or the one that somebody else changed in between. */
export type MergedSave = { saved: Lead; theirs?: undefined } | { saved?: undefined; theirs: Lead };

/**
 * Saves an edit, again and again as long as others are first and their changes leave it room.
 *
 * @param before the lead that was edited.
 * @param bodyOn what to send on top of a newer state of the lead; undefined when the person has to choose first.
 * @throws ApiError whatever else is refused.
 */
export async function saveMerged<Body>(
  before: Lead,
  bodyOn: (base: Lead) => Body | undefined,
  send: (body: Body) => Promise<Lead>,
): Promise<MergedSave> {
  let base = before;
  for (;;) {
    const body = bodyOn(base);
    if (!body) return { theirs: base };
    try {
      const saved = await send(body);
      if (!saved?._id) throw new ApiError(0, 'bad_request', '');
      return { saved };
    } catch (error) {
      const theirs = currentLead(error);
      if (!theirs || theirs.version <= base.version) throw error;
      base = theirs;
    }
  }
}

/** @returns the current lead that a 409 carries. */
function currentLead(error: unknown): Lead | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return leadSchema.safeParse(error.current).data;
}
