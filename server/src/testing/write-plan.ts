import type { Scene } from './authorization-calls.ts';
import type { addFixtures } from './lead-samples.ts';

export type World = Scene & { fixtures: Awaited<ReturnType<typeof addFixtures>> };
export type Fields = Record<string, unknown>;
export type Asked = { params?: Record<string, string>; body?: Fields };

/**
 * How a write call is tried, where its schema and the read with the same reply do not say it.
 *
 * - `setUp`: makes the record, with a value in every field; else `authorizationCalls` does.
 * - `values`: what a field may be sent as. `omits`: fields that this record cannot have.
 * - `read`: the record as it is stored.
 * - `shows`: a reply in the names of the body, with what must stay beside them.
 * - `follows`: which fields of the reply change with which of the body; `'any'`: with any.
 * - `decided`: fields that the rules decide instead, given what is sent.
 */
export type WritePlan = {
  setUp?: (world: World) => Promise<Asked>;
  values?: (world: World) => Record<string, readonly unknown[]>;
  omits?: readonly string[];
  read?: (world: World, asked: Asked, answer: Fields) => Promise<Fields | undefined>;
  shows?: (reply: never, sent: Fields, asked: Asked) => Fields;
  follows?: Record<string, readonly string[] | 'any'>;
  decided?: (sent: Fields) => readonly string[];
};

let made = 0;

/** Of nobody yet. */
export const newPhone = () => `0151${String(++made).padStart(7, '0')}`;

/** A text that no record has yet. */
export const newText = (word: string) => `${word} ${++made}`;
