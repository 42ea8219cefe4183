import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';

/** Reads a whole number out of a text field; an empty one is null. */
export function typedWholeNumber({ min = 1, max }: { min?: number; max: number }) {
  return z
    .string()
    .trim()
    .regex(/^\d*$/, messages.notWhole)
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .pipe(z.int().min(min).max(max).nullable());
}

export function writeWholeNumber(value: number | null | undefined): string {
  return value?.toString() ?? '';
}
