import { z } from 'zod';
import { id } from '#contract/text/text.ts';
import { levelSchema } from './levels.ts';

/** Somebody by name. */
export const person = z.object({ _id: id, name: z.string() });
export type Person = z.infer<typeof person>;

/** Who changed a record last; null when it was changed before this was kept, or by nobody signed in. */
export const lastEditor = person.nullable();

/** A service center by name. */
export const serviceCenterName = z.object({ _id: id, name: z.string() });
export type ServiceCenterName = z.infer<typeof serviceCenterName>;

/** The signed-in employee. `dp` is a stored path below `/`, or null; `serviceCenter` lists their centers. */
export const account = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  level: levelSchema,
  dp: z.string().nullable(),
  serviceCenter: z.array(serviceCenterName),
});
export type Account = z.infer<typeof account>;

/** The employee as answered at sign-in: the account with its bearer token. */
export const signedInAccount = account.extend({ token: z.string() });
export type SignedInAccount = z.infer<typeof signedInAccount>;
