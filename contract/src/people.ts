import { z } from 'zod';
import { id } from '#contract/text/text.ts';
import { levelSchema } from './levels.ts';

/** An employee's id and name, as other records name them. */
export const person = z.object({ _id: id, name: z.string() });
export type Person = z.infer<typeof person>;

/** The person who changed a record last; null when nobody was signed in, or it was changed before this was recorded. */
export const lastEditor = person.nullable();

/** A service center's id and name, as other records name it. */
export const serviceCenterName = z.object({ _id: id, name: z.string() });
export type ServiceCenterName = z.infer<typeof serviceCenterName>;

/**
 * An employee's account. `dp`: a picture's path below `/`; `needsSecondFactor`: their level must have a second factor and they have none,
 * so they can only set one up.
 */
export const account = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  level: levelSchema,
  dp: z.string().nullable(),
  serviceCenter: z.array(serviceCenterName),
  needsSecondFactor: z.boolean(),
});
export type Account = z.infer<typeof account>;

/** An account with the bearer token of its new session. */
export const signedInAccount = account.extend({ token: z.string() });
export type SignedInAccount = z.infer<typeof signedInAccount>;
