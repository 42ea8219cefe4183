import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, getFullPath } from '#contract/call/endpoint.ts';
import { endpoints } from '#contract/call/endpoints.ts';
import { createDealer } from '#server/dealer/dealer.service.ts';
import { authorizationCalls } from '#server/testing/authorization-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

const ends = ['0001-01-01', '9999-12-31'] as const;

const nested: Record<string, (day: string, center: string) => Record<string, unknown>[]> = {
  'PATCH /management/workingHours': (day, center) => [
    { hours: { serviceCenter: center, plans: [{ validFrom: day, week: null }] } },
    { holidays: [{ serviceCenter: center, day, name: 'Holiday' }] },
  ],
  'PATCH /management/bookingRules/:id': (day) => [
    {
      rules: {
        week: Array(7).fill({ perDay: 8, perHour: null }),
        ...{ daysAhead: null, noticeMinutes: null, closures: [{ day, from: null, to: null, note: null }] },
      },
    },
  ],
  'PATCH /serviceCenter/bookings/outcome/:id': (day) => [
    { version: 2, outcome: 'didNotCome', move: { status: 'potential', nextFollowUpDates: [day] } },
    { version: 2, outcome: 'didNotCome', move: { status: 'booked', appointmentDate: day } },
  ],
  'POST /management/imports/:id/check': (day) => [{ defaults: { followUpDate: day } }],
  'PATCH /serviceCenter/manageLeads/update/:id': (day) => [
    { status: 'potential', nextFollowUpDates: [day] },
    { status: 'booked', appointmentDate: day },
  ],
  'POST /serviceCenter/manageLeads/contacts/:id': (day) => [
    { version: 1, move: { status: 'potential', nextFollowUpDates: [day] } },
    { version: 1, move: { status: 'booked', appointmentDate: day } },
  ],
};

const momentOf = (day: string) => `${day}T${day === ends[0] ? '00:00:00.000' : '23:59:59.999'}Z`;

type Shape = {
  format?: string;
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  additionalProperties?: unknown;
};
const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
const formatOf = (shape: Shape): string | undefined =>
  shape.format ?? shape.anyOf?.map(formatOf).find((format) => format === 'date' || format === 'date-time');
const holdsDay = (shape: Shape): boolean =>
  formatOf(shape) === 'date' ||
  [shape.items, ...(shape.anyOf ?? []), ...Object.values(shape.properties ?? {})].some(
    (part) => part !== undefined && holdsDay(part),
  );

function fieldsOf(schema: z.ZodType | undefined): [name: string, format: string][] {
  if (!schema) return [];
  return Object.entries(shapeOf(schema).properties ?? {}).flatMap(([name, shape]): [string, string][] => {
    const format = formatOf(shape);
    return format === 'date' || format === 'date-time' ? [[name, format]] : [];
  });
}

const nestedIn = (body: z.ZodType | undefined): string[] =>
  Object.entries(body ? (shapeOf(body).properties ?? {}) : {}).flatMap(([name, shape]) =>
    formatOf(shape) !== 'date' && holdsDay(shape) ? [name] : [],
  );

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const dated = endpoints.filter(
  ({ query, body }) => fieldsOf(query).length > 0 || fieldsOf(body).length > 0 || nestedIn(body).length > 0,
);

test('days within lists and objects of bodies are known to this test (F138)', () => {
  const unknown = endpoints.filter(({ body }) => nestedIn(body).length > 0).map(nameOf);
  expect(unknown.filter((name) => !nested[name])).toEqual([]);
});

describe.each(['Pacific/Kiritimati', 'Asia/Dhaka', 'America/New_York', 'Pacific/Pago_Pago'])(
  'in %s',
  (zone) => {
    let app: TestApp;
    let center: string;
    let boss: Awaited<ReturnType<TestApp['signIn']>>;

    beforeAll(async () => {
      app = await TestApp.open({ isSetUp: false });
      await createDealer(app.context, { name: 'Ends', logo: null, timeZone: zone, phoneCountry: 'BD' });
      ({ north: center } = await addFixtures(app));
      boss = await app.signIn('superAdmin');
    });
    afterAll(() => app.close());

    test.each(dated.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
      '%s answers for days at both ends of the calendar (F138)',
      async (name, endpoint) => {
        for (const [place, value] of variantsOf(name, endpoint, center)) {
          const asked = await authorizationCalls[name]?.({ app, boss, caller: boss, center });
          const { params = {}, query = {}, body } = asked ?? {};
          const path = getFullPath(endpoint).replace(/:(\w+)/g, (_, param: string) => params[param] ?? 'x');
          const sent = { ...query, ...(place === 'query' && value) };
          const { status, text } = await app.send({
            method: endpoint.method,
            url: `${path}?${new URLSearchParams(sent as Record<string, string>)}`,
            headers: { authorization: `Bearer ${boss.token}` },
            ...(endpoint.method !== 'GET' && { payload: { ...body, ...(place === 'body' && value) } }),
          });
          expect(status, `${JSON.stringify(value)}: ${text.slice(0, 300)}`).toBeLessThan(500);
        }
      },
    );
  },
);

function variantsOf(
  name: string,
  { query, body }: Endpoint,
  center: string,
): ['query' | 'body', Record<string, unknown>][] {
  const of = (place: 'query' | 'body', fields: [string, string][]) => {
    const at = (day: string, format: string) => (format === 'date' ? day : momentOf(day));
    const alone = fields.flatMap(([field, format]) => ends.map((day) => ({ [field]: at(day, format) })));
    const together = ends.flatMap((first) =>
      ends.map((last) =>
        Object.fromEntries(
          fields.map(([field, format]) => [
            field,
            at(/from|start|since/i.test(field) ? first : last, format),
          ]),
        ),
      ),
    );
    const all = fields.length === 0 ? [] : [...alone, ...together];
    return all.map((value): ['query' | 'body', Record<string, unknown>] => [place, value]);
  };
  const within = ends.flatMap((day) => nested[name]?.(day, center) ?? []);
  return [
    ...of('query', fieldsOf(query)),
    ...of('body', fieldsOf(body)),
    ...within.map((value): ['query' | 'body', Record<string, unknown>] => ['body', value]),
  ];
}
