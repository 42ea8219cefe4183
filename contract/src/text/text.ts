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

/** A line of text that may be empty. */
export const singleLine = (max: number) => written().max(max, fillPlaceholders(messages.tooLong, { max }));

/** Lines of text that may be empty. */
export const multipleLines = (max: number) =>
  writtenLines.max(max, fillPlaceholders(messages.tooLong, { max }));

export const requiredText = (max: number, message: string = messages.required) =>
  written(message).min(1, message).max(max, fillPlaceholders(messages.tooLong, { max }));

/** null and '' mean none; an absent field stays absent. */
export const optionalText = (max: number) =>
  singleLine(max)
    .nullable()
    .transform((text) => text || null)
    .optional();

export const optionalLines = (max: number) =>
  multipleLines(max)
    .nullable()
    .transform((text) => text || null)
    .optional();

export const requiredLines = (max: number) => multipleLines(max).min(1, messages.required);

export const email = written()
  .min(1, messages.required)
  .max(textLength.email)
  .pipe(z.email(messages.invalidEmail));

export const optionalEmail = z
  .union([z.literal(''), z.null(), email], messages.invalidEmail)
  .transform((text) => text || null)
  .optional();

/** Text that is not cleaned, for passwords and tokens; control characters are refused. */
export const verbatimText = (max: number) =>
  z.string(messages.required).min(1, messages.required).max(max).refine(isStorableText, messages.unwritable);

/** The password is brought into one Unicode form, so that every keyboard that types it types the same one. */
export const newPassword = z
  .string(messages.required)
  .normalize('NFKC')
  .min(passwordLength.min, messages.passwordTooShort)
  .max(passwordLength.max, messages.passwordTooLong)
  .refine(isStorableText, messages.unwritable);
