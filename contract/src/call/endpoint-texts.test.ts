import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { cleanLines, isStorableText } from '#contract/text/clean-text.ts';
import { endpoints } from './endpoints.ts';

const verbatimNames = new Set(['password', 'currentPassword', 'newPassword', 'token']);

type Field = { name: string; schema: z.ZodType };

const isVerbatim = ({ name }: Field) => verbatimNames.has(name.split(' ').at(-1) ?? '');

const texts = endpoints.flatMap(({ method, path, params, query, body }) =>
  [params, query, body].flatMap((schema) => (schema ? textsOf(schema, `${method} ${path}`) : [])),
);
const fields = texts.filter((field) => !isVerbatim(field));

function textsOf(schema: z.core.$ZodType, name: string): Field[] {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => textsOf(inner, `${name} ${key}`));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return textsOf(def.innerType, name);
    case 'union':
      return def.options.flatMap((option) => textsOf(option, name));
    case 'array':
      return textsOf(def.element, name);
    case 'record':
      return textsOf(def.valueType, name);
    case 'pipe':
      return isId(def.out) ? [] : textsOf(def.in, name);
    case 'string':
      return 'format' in def ? [] : [{ name, schema: schema as z.ZodType }];
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'number':
    case 'null':
    case 'transform':
      return [];
    default:
      throw new Error(`A kind of field that this test cannot look into: ${def.type} of ${name}`);
  }
}

function isId({ _zod: { def } }: z.core.$ZodType): boolean {
  return 'format' in def && def.format === 'uuid';
}

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u09df',
      '\u09af\u09bc',
      'র',
      '\u200b',
      '\u202e',
      '\ufeff',
      '\u200d',
      '\u00a0',
      ' ',
      '\n',
    ),
    fc.constantFrom('a', 'é', 'e\u0301', '0', '\0', '\u001f', '\t', '\r', '\u007f', '\ud800'),
  ),
  maxLength: 12,
});

test('the texts that callers send are found', () => {
  expect(fields.length).toBeGreaterThan(50);
  const names = fields.map(({ name }) => name.split(' ').at(-1));
  for (const name of ['search', 'notes', 'lostReason', 'email', 'vehicleNumber', 'serviceCenterContactNo'])
    expect(names).toContain(name);
});

test.each(texts.filter(isVerbatim))('$name refuses control characters', ({ schema }) => {
  expect(schema.safeParse('correct horse 1').success).toBe(true);
  for (const control of ['\0', '\u001f', '\u007f', '\ud800'])
    expect(schema.safeParse(`correct horse${control}`).success).toBe(false);
});

describe.each(fields)('$name', ({ schema }) => {
  test('takes a letter of two spellings as one, without what nobody sees (F12)', () => {
    for (const sent of ['\u200eর\u09df\u00a0', '\ufeffর\u09af\u09bc\u200b', '\u200dর\u09df\u202c']) {
      const parsed = schema.safeParse(sent);
      if (parsed.success) expect(parsed.data).toBe('র\u09af\u09bc');
    }
  });

  test('refuses control characters, and takes any other text in its one form (F12) (F6)', () => {
    fc.assert(
      fc.property(hostile, (sent) => {
        const parsed = schema.safeParse(sent);
        if (!parsed.success) return;
        expect(isStorableText(sent.replace(/\r\n?/g, '\n'))).toBe(true);
        expect(cleanLines(String(parsed.data))).toBe(parsed.data);
        expect(schema.parse(parsed.data)).toBe(parsed.data);
      }),
      { numRuns: 60 },
    );
    expect(schema.safeParse('a\0b').success).toBe(false);
  });
});
