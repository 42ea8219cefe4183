import { z } from 'zod';
import { passwordLength, textLength } from '#contract/business.ts';
import { fill, messages } from '#contract/call/messages.ts';
import { cleanLine, cleanLines, isWritable } from './clean-text.ts';
import '#contract/call/plain-errors.ts';

/** A record's identity on the wire. */
export const id = z.uuid();

/** Parameters of a path that ends in an id. */
export const idParams = z.object({ id });

/** Any text that people write, of one line: cleaned, then refused if it holds control characters. */
const written = (message: string = messages.required) =>
  z.string(message).overwrite(cleanLine).refine(isWritable, messages.unwritable);

const writtenLines = z.string().overwrite(cleanLines).refine(isWritable, messages.unwritable);

/** Text of one line that may be empty, as a search. @param max most characters. */
export const line = (max: number) => written().max(max, fill(messages.tooLong, { max }));

/** Text that must be there. @param max most characters. @param message what to say when it is missing. */
export const requiredText = (max: number, message: string = messages.required) =>
  written(message).min(1, message).max(max, fill(messages.tooLong, { max }));

/** Text that may be left out: null and '' mean none, an absent field stays absent. */
export const optionalText = (max: number) =>
  line(max)
    .nullable()
    .transform((text) => text || null)
    .optional();

/** {@link optionalText} of several lines. */
export const optionalLines = (max: number) =>
  writtenLines
    .max(max, fill(messages.tooLong, { max }))
    .nullable()
    .transform((text) => text || null)
    .optional();

/** An email address, trimmed; compared without regard to case. */
export const email = written()
  .min(1, messages.required)
  .max(textLength.email)
  .pipe(z.email(messages.invalidEmail));

/** An email address that may be left out: null and '' mean none. */
export const optionalEmail = z
  .union([z.literal(''), z.null(), email], messages.invalidEmail)
  .transform((text) => text || null)
  .optional();

/** Text that is taken as it is typed, as a password or a token: not cleaned, but without control characters. @param max most characters. */
export const verbatim = (max: number) =>
  z.string(messages.required).min(1, messages.required).max(max).refine(isWritable, messages.unwritable);

/** A password being chosen. */
export const newPassword = z
  .string(messages.required)
  .min(passwordLength.min, messages.passwordTooShort)
  .max(passwordLength.max, messages.passwordTooLong)
  .refine(isWritable, messages.unwritable);
