import { z } from 'zod';
import { passwordLength, textLength } from './business.ts';
import { fill, messages } from './messages.ts';

/** A record's identity on the wire. */
export const id = z.uuid();

/** Parameters of a path that ends in an id. */
export const idParams = z.object({ id });

const limited = (max: number) => z.string().trim().max(max, fill(messages.tooLong, { max }));

/** Text that must be there. @param max most characters. @param message what to say when it is missing. */
export const requiredText = (max: number, message: string = messages.required) =>
  z.string(message).trim().min(1, message).max(max, fill(messages.tooLong, { max }));

/** Text that may be left out: null and '' mean none, an absent field stays absent. */
export const optionalText = (max: number) =>
  limited(max)
    .nullable()
    .transform((text) => text || null)
    .optional();

/** An e-mail address, trimmed; compared without regard to case. */
export const email = z
  .string(messages.required)
  .trim()
  .min(1, messages.required)
  .max(textLength.email)
  .pipe(z.email(messages.invalidEmail));

/** An e-mail address that may be left out: null and '' mean none. */
export const optionalEmail = z
  .union([z.literal(''), z.null(), email], messages.invalidEmail)
  .transform((text) => text || null)
  .optional();

/** A password being chosen. */
export const newPassword = z
  .string(messages.required)
  .min(passwordLength.min, messages.passwordTooShort)
  .max(passwordLength.max, messages.passwordTooLong);
