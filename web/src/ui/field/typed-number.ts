import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';

/** Makes the schema of a whole number that is typed as a text; an empty one is null. */
export function typedWholeNumber({ min = 1, max }: { min?: number; max: number }) {
  return z
    .string()
    .trim()
    .regex(/^\d*$/, messages.notWhole)
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .pipe(z.int().min(min).max(max).nullable());
}

/** Writes a number as a text field holds it; '' for none. */
export function writeWholeNumber(value: number | null | undefined): string {
  return value?.toString() ?? '';
}
