import type { Scene } from './authorization-calls.ts';
import type { addFixtures } from './lead-samples.ts';

export type WriteWorld = Scene & { fixtures: Awaited<ReturnType<typeof addFixtures>> };
export type Fields = Record<string, unknown>;
export type Asked = { params?: Record<string, string>; body?: Fields };

export type WritePlan = {
  setUp?: (world: WriteWorld) => Promise<Asked>;
  values?: (world: WriteWorld) => Record<string, readonly unknown[]>;
  omits?: readonly string[];
  read?: (world: WriteWorld, asked: Asked, answer: Fields) => Promise<Fields | undefined>;
  shows?: (reply: never, sent: Fields, asked: Asked) => Fields;
  follows?: Record<string, readonly string[] | 'any'>;
  decided?: (sent: Fields) => readonly string[];
};

let made = 0;

export const newPhone = () => `0151${String(++made).padStart(7, '0')}`;

export const newText = (word: string) => `${word} ${++made}`;
