import type { z } from 'zod';
import { compileReply } from './reply-serializer.ts';

/** The JSON of a `T` that its schema's serializer wrote earlier: a reply, or a part of one. */
export class Written<T> {
  readonly json: Buffer;
  /** For the compiler alone. */
  declare readonly of: T;

  constructor(json: Buffer | string) {
    this.json = typeof json === 'string' ? Buffer.from(json) : json;
  }
}

const comma = Buffer.from(',');

/** @returns what writes values as their schema's serializer does. */
export function writerOf<T>(schema: z.ZodType<T>): (value: T) => Written<T> {
  const write = compileReply(schema);
  return (value) => new Written(write(value));
}

/** @returns the JSON array of `items`. */
export function writtenList<T>(items: readonly Written<T>[]): Written<T[]> {
  const parts = items.flatMap(({ json }, place) => (place > 0 ? [comma, json] : [json]));
  return new Written(Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]));
}

export const noFields = new Written<object>('{}');

/** @returns the JSON object of `rest` with one more field. */
export function withField<Key extends string, T, Rest extends object>(
  key: Key,
  value: Written<T>,
  rest: Written<Rest>,
): Written<Rest & Record<Key, T>> {
  const start = Buffer.from(`{${JSON.stringify(key)}:`);
  const between = rest.json.length > noFields.json.length ? [comma] : [];
  return new Written(Buffer.concat([start, value.json, ...between, rest.json.subarray(1)]));
}
