import fc from 'fast-check';
import { z } from 'zod';

const shape = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maxLength: z.number().optional(),
  get anyOf() {
    return z.array(shape).optional();
  },
  get items() {
    return shape.optional();
  },
  get properties() {
    return z.record(z.string(), shape).optional();
  },
});
type Shape = z.infer<typeof shape>;

const strings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f\u007f\u0085',
  '\ud800',
  'x\udfff',
  '\u202e\u200b',
  '%',
  '%00',
  '_',
  '\\',
  "'",
  '"; drop table leads; --',
  '{}',
  'null',
  '-1',
  '1e309',
  'NaN',
  '99999999999999999999',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '24:00',
  '../..',
  'constructor',
  'য়'.repeat(60),
  '😀'.repeat(120),
  'x'.repeat(5_000),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

export const hostileText = fc.oneof(
  fc.constantFrom(...strings),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -0,
      -1,
      1.5,
      2 ** 31,
      2 ** 53,
      -(2 ** 63),
      1e308,
      [],
      {},
      [[]],
    ),
  },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 30 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

export function hostileFields(schema: z.ZodType | undefined): fc.Arbitrary<Record<string, unknown>> {
  if (!schema) return fc.dictionary(hostileText, hostileValue, { maxKeys: 2 });
  const { properties = {} } = shape.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const fields = Object.entries(properties).map(([name, each]) => [
    name,
    fc.oneof({ weight: 8, arbitrary: plausible(each) }, { weight: 1, arbitrary: hostileValue }),
  ]);
  // A few at a time, or one refusal would hide the others.
  return fc
    .shuffledSubarray(Object.keys(properties), { maxLength: Math.min(3, fields.length) })
    .chain((names) => fc.record(Object.fromEntries(fields.filter(([name]) => names.includes(String(name))))));
}

function plausible(each: Shape): fc.Arbitrary<unknown> {
  if (each.const !== undefined) return fc.constant(each.const);
  if (each.enum) return fc.constantFrom(...each.enum);
  if (each.anyOf) return fc.oneof(...each.anyOf.map(plausible));
  switch (each.type) {
    case 'string':
      return plausibleText(each);
    case 'integer':
    case 'number':
      return fc.constantFrom(each.minimum ?? 0, 1, 2, 3, 7, 10, 999_999, 2 ** 31, 2 ** 53 - 1);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(each.items ? plausible(each.items) : hostileValue, { maxLength: 25 });
    case 'null':
      return fc.constant(null);
    default:
      return hostileValue;
  }
}

function plausibleText({ format, maxLength = 200 }: Shape): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'date')
    return fc.constantFrom(
      '0000-01-01',
      '0001-01-01',
      '1969-12-31',
      '2026-03-10',
      '2026-12-31',
      '9999-12-31',
    );
  return fc.oneof(
    fc.constantFrom(
      'active',
      '10:30',
      '+8801712345678',
      '01712345678',
      'Asia/Dhaka',
      'BD',
      'a@fuzz.example',
      '123456',
    ),
    fc.string({ unit: 'grapheme', maxLength }),
    fc.constantFrom('ক', '%', 'x').map((unit) => unit.repeat(maxLength)),
    hostileText,
  );
}
