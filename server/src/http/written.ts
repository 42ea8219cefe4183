import type { z } from 'zod';
import { compileReply } from './reply-serializer.ts';

type Pieces = readonly [Buffer, ...Buffer[]];

/** The JSON of a `T` that its schema's serializer wrote earlier, in pieces: a reply, or a part of one. */
export class Written<T> {
  readonly pieces: Pieces;
  /** For the compiler alone. */
  declare readonly of: T;

  constructor(pieces: Pieces) {
    this.pieces = pieces;
  }

  /** A copy, made anew each time. */
  get json(): Buffer {
    return Buffer.concat(this.pieces);
  }
}

const [open, comma, close] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

/** @returns what writes values as their schema's serializer does. */
export function writerOf<T>(schema: z.ZodType<T>): (value: T) => Written<T> {
  const write = compileReply(schema);
  return (value) => new Written([Buffer.from(write(value))]);
}

/** @returns the JSON array of `items`. */
export function writtenList<T>(items: readonly Written<T>[]): Written<T[]> {
  const listed = items.flatMap(({ pieces }, place) => (place > 0 ? [comma, ...pieces] : pieces));
  return new Written([open, ...listed, close]);
}

/** @returns the JSON object of `rest`, which has fields, with one more. */
export function withField<Key extends string, T, Rest extends object>(
  key: Key,
  value: Written<T>,
  rest: Written<Rest>,
): Written<Rest & Record<Key, T>> {
  const [start, ...others] = rest.pieces;
  return new Written([Buffer.from(`{"${key}":`), ...value.pieces, comma, start.subarray(1), ...others]);
}

/** @returns the JSON object of one field. */
export function writtenField<Key extends string, T>(key: Key, value: Written<T>): Written<Record<Key, T>> {
  return new Written([Buffer.from(`{"${key}":`), ...value.pieces, Buffer.from('}')]);
}
