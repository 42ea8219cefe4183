import { z } from 'zod';
import { id } from '#contract/text/text.ts';
import { levelSchema } from './levels.ts';

export const person = z.object({ _id: id, name: z.string() });
export type Person = z.infer<typeof person>;

/** Null for changes from before this was recorded, or by nobody signed in. */
export const lastEditor = person.nullable();

export const serviceCenterName = z.object({ _id: id, name: z.string() });
export type ServiceCenterName = z.infer<typeof serviceCenterName>;

/**
 * `dp` is a picture's path below `/`, or null; `needsSecondFactor`: the dealer requires one of their level and they have none,
 * so that they can do nothing but set it up.
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
