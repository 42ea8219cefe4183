import { z } from 'zod';
import { id } from '#contract/text/text.ts';
import { levelSchema } from './levels.ts';

export const person = z.object({ _id: id, name: z.string() });
export type Person = z.infer<typeof person>;

/** Null: nobody signed in, or changed before this was recorded. */
export const lastEditor = person.nullable();

export const serviceCenterName = z.object({ _id: id, name: z.string() });
export type ServiceCenterName = z.infer<typeof serviceCenterName>;

/**
 * `dp`: a picture's path below `/`; `needsSecondFactor`: their level must have one and they have none, so they can only set it
 * up.
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

export const signedInAccount = account.extend({ token: z.string() });
export type SignedInAccount = z.infer<typeof signedInAccount>;
