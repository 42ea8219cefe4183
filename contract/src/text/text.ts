import { z } from 'zod';
import { passwordLength, textLength } from '#contract/business.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { cleanLine, cleanLines, isStorableText } from './clean-text.ts';
import '#contract/call/plain-errors.ts';

export const id = z.uuid();

export const idParams = z.object({ id });

/** Cleaned, then refused if it holds control characters. */
const written = (message: string = messages.required) =>
  z.string(message).overwrite(cleanLine).refine(isStorableText, messages.unwritable);

const writtenLines = z.string().overwrite(cleanLines).refine(isStorableText, messages.unwritable);

/** Makes the schema of a line of text that may be empty. */
export const singleLine = (max: number) => written().max(max, fillPlaceholders(messages.tooLong, { max }));

/** Makes the schema of lines of text that may be empty. */
export const multipleLines = (max: number) =>
  writtenLines.max(max, fillPlaceholders(messages.tooLong, { max }));

/** Makes the schema of a line of text with at most `max` characters, which must not be empty. */
export const requiredText = (max: number, message: string = messages.required) =>
  written(message).min(1, message).max(max, fillPlaceholders(messages.tooLong, { max }));

/** Makes the schema of a line of text; null and '' mean none, an absent field stays absent. */
export const optionalText = (max: number) =>
  singleLine(max)
    .nullable()
    .transform((text) => text || null)
    .optional();

/** Makes the schema of lines of text; null and '' mean none, an absent field stays absent. */
export const optionalLines = (max: number) =>
  multipleLines(max)
    .nullable()
    .transform((text) => text || null)
    .optional();

/** Makes the schema of lines of text that must not be empty. */
export const requiredLines = (max: number) => multipleLines(max).min(1, messages.required);

export const email = written()
  .min(1, messages.required)
  .max(textLength.email)
  .pipe(z.email(messages.invalidEmail));

/** An email address; null and '' mean none, an absent field stays absent. */
export const optionalEmail = z
  .union([z.literal(''), z.null(), email], messages.invalidEmail)
  .transform((text) => text || null)
  .optional();

/** Makes the schema of a text that is not cleaned, for passwords and tokens; control characters are refused. */
export const verbatimText = (max: number) =>
  z.string(messages.required).min(1, messages.required).max(max).refine(isStorableText, messages.unwritable);

/** A password that is to be set. It is brought into one Unicode form, so that every keyboard that types it types the same one. */
export const newPassword = z
  .string(messages.required)
  .normalize('NFKC')
  .min(passwordLength.min, messages.passwordTooShort)
  .max(passwordLength.max, messages.passwordTooLong)
  .refine(isStorableText, messages.unwritable);
