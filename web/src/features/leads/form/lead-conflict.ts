import { type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import { ApiError } from '#web/lib/api/api-error.ts';

/** The value of each field as a text; '' for none. */
export type FieldTexts<Field extends string> = Readonly<Record<Field, string>>;

/** The fields that both changed to different values, and those that only the others changed, which an edit takes over. */
export type EditComparison<Field extends string> = { conflictingFields: Field[]; mergedFields: Field[] };

/**
 * Compares edits that started from `before`.
 *
 * @param theirs the lead now.
 * @param mine the lead as this edit would leave it.
 */
export function compareEdits<Field extends string>(
  fields: readonly Field[],
  before: FieldTexts<Field>,
  theirs: FieldTexts<Field>,
  mine: FieldTexts<Field>,
): EditComparison<Field> {
  const changedByThem = fields.filter((field) => theirs[field] !== before[field]);
  const changedByMe = (field: Field) => mine[field] !== before[field];
  return {
    conflictingFields: changedByThem.filter((field) => changedByMe(field) && mine[field] !== theirs[field]),
    mergedFields: changedByThem.filter((field) => !changedByMe(field)),
  };
}

type MergedSave = { saved: Lead; theirs?: undefined } | { saved?: undefined; theirs: Lead };

/**
 * Saves an edit, retrying on top of what others saved while nothing is in dispute.
 *
 * @param bodyOn what to send on a newer version; undefined when the user has to choose first.
 * @throws ApiError for any other refusal.
 */
export async function saveMergedLead<Body>(
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
      const theirs = getCurrentLead(error);
      if (!theirs || theirs.version <= base.version) throw error;
      base = theirs;
    }
  }
}

/** Returns the lead as it is now, out of a refusal because somebody else changed it; undefined for other errors. */
export function getCurrentLead(error: unknown): Lead | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return leadSchema.safeParse(error.current).data;
}
