import { z } from 'zod';
import { levelSchema } from './levels.ts';
import { id } from './text.ts';

/** Somebody by name. */
export const person = z.object({ _id: id, name: z.string() });
export type Person = z.infer<typeof person>;

/** A service center by name. */
export const serviceCenterName = z.object({ _id: id, name: z.string() });
export type ServiceCenterName = z.infer<typeof serviceCenterName>;

/** The signed-in employee. `dp` is a stored path below `/`, or null; `serviceCenter` lists his centers. */
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
