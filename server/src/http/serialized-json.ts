import type { z } from 'zod';
import { compressReply } from './compression.ts';
import { compileReply } from './reply-serializer.ts';

type Pieces = readonly [Buffer, ...Buffer[]];

/** The JSON of a `T` that its schema's serializer wrote earlier, in pieces: a reply, or a part of one. */
export class SerializedJson<T> {
  readonly pieces: Pieces;
  declare readonly of: T;
  #compressed: Promise<Buffer> | undefined;

  constructor(pieces: Pieces) {
    this.pieces = pieces;
  }

  get json(): Buffer {
    return Buffer.concat(this.pieces);
  }

  /** Compresses the JSON once for all who are sent it. */
  compress(): Promise<Buffer> {
    this.#compressed ??= compressReply(this.json);
    return this.#compressed;
  }
}

const [open, comma, close] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

/** Makes a function that serializes a value by its schema. */
export function createSerializer<T>(schema: z.ZodType<T>): (value: T) => SerializedJson<T> {
  const serialize = compileReply(schema);
  return (value) => new SerializedJson([Buffer.from(serialize(value))]);
}

/** Makes a function that serializes a value that several callers share once for them all. */
export function createSharedSerializer<T extends object>(
  schema: z.ZodType<T>,
): (value: T) => SerializedJson<T> {
  const serialize = createSerializer(schema);
  const serialized = new WeakMap<T, SerializedJson<T>>();
  return (value) => {
    const known = serialized.get(value) ?? serialize(value);
    serialized.set(value, known);
    return known;
  };
}

/** Joins serialized values into a serialized array, in their order. */
export function joinSerializedList<T>(items: readonly SerializedJson<T>[]): SerializedJson<T[]> {
  const listed = items.flatMap(({ pieces }, place) => (place > 0 ? [comma, ...pieces] : pieces));
  return new SerializedJson([open, ...listed, close]);
}

/** Returns the serialized object `rest`, which has fields, with one more before them. */
export function addSerializedField<Key extends string, T, Rest extends object>(
  key: Key,
  value: SerializedJson<T>,
  rest: SerializedJson<Rest>,
): SerializedJson<Rest & Record<Key, T>> {
  const [start, ...others] = rest.pieces;
  return new SerializedJson([
    Buffer.from(`{"${key}":`),
    ...value.pieces,
    comma,
    start.subarray(1),
    ...others,
  ]);
}
