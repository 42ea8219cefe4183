import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, getFullPath } from '#contract/call/endpoint.ts';
import { endpoints } from '#contract/call/endpoints.ts';
import { listLeadHistory } from '#contract/leads/lead-history.ts';
import { lead as leadSchema } from '#contract/leads/leads.ts';
import { authorizationCalls } from '#server/testing/authorization-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { newPhone, newText, type WritePlan, type WriteWorld } from '#server/testing/write-plan.ts';
import { unplannedWrites, writePlans } from '#server/testing/write-plans.ts';

const seed = Number(process.env.WRITES_SEED ?? 20_261_127);
const numRuns = Number(process.env.WRITES_RUNS ?? (isLongRun ? 12 : 6));

type Fields = Record<string, unknown>;
type Shape = { type?: string; const?: unknown; enum?: unknown[]; anyOf?: Shape[]; maxLength?: number };

const controls = ['id', 'version', 'seen', 'key', 'meant'];
const stamps = ['version', 'updatedAt', 'lastModifiedBy', 'editedBy', 'employees', 'changedFields'];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const shapeOf = (body: z.ZodType) =>
  z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>;
    required?: string[];
  };
const contentOf = ({ body }: Endpoint): [string, Shape][] =>
  Object.entries(body ? (shapeOf(body).properties ?? {}) : {}).filter(([name]) => !controls.includes(name));

const writes = endpoints.filter(
  (endpoint) =>
    endpoint.method !== 'GET' &&
    endpoint.who !== 'public' &&
    endpoint.changes.length > 0 &&
    contentOf(endpoint).length > 0,
);
const tried = writes.filter((endpoint) => !unplannedWrites[nameOf(endpoint)]);

let world: WriteWorld;

beforeAll(async () => {
  const app = await TestApp.open();
  const fixtures = await addFixtures(app);
  const boss = await app.signIn('superAdmin');
  world = { app, fixtures, boss, caller: boss, center: fixtures.north };
});
afterAll(() => world.app.close());

test('no plan or exception is of a call that does not write (F101)', () => {
  const names = writes.map(nameOf);
  const named = [...Object.keys(writePlans), ...Object.keys(unplannedWrites)];
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});

describe('what is sent together is what is stored, versioned and answered; all else is untouched', () => {
  test.each(tried.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s (F101)',
    async (name, endpoint) => {
      const plan = writePlans[name] ?? {};
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(fieldsFor(endpoint, plan), async (fields) => {
          if (await tryWrite(endpoint, plan, fields)) accepted++;
        }),
        { seed, numRuns, endOnFailure: true },
      );
      expect(accepted).toBeGreaterThan(numRuns / 4);
    },
  );
});

function fieldsFor(endpoint: Endpoint, { omits = [] }: WritePlan): fc.Arbitrary<Record<string, number>> {
  const names = contentOf(endpoint).flatMap(([name]) => (omits.includes(name) ? [] : [name]));
  const values = Object.fromEntries(names.map((name) => [name, fc.nat(1_000)]));
  return fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<Record<string, number>>;
}

async function tryWrite(
  endpoint: Endpoint,
  plan: WritePlan,
  chosen: Record<string, number>,
): Promise<boolean> {
  const { app, boss } = world;
  await app.pool.query('delete from throttles');
  const name = nameOf(endpoint);
  const asked = (await plan.setUp?.(world)) ?? (await authorizationCalls[name]?.(world)) ?? {};
  const { properties = {}, required = [] } = shapeOf(endpoint.body ?? z.object({}));
  const values = plan.values?.(world) ?? {};
  const fields = Object.fromEntries(
    Object.entries(chosen).map(([field, place]) => {
      const choice = values[field] ?? valuesOf(field, properties[field] ?? {});
      return [field, choice[place % choice.length]];
    }),
  );
  const needed = Object.entries(asked.body ?? {}).filter(
    ([field]) => required.includes(field) || controls.includes(field),
  );
  const sent: Fields = { ...Object.fromEntries(needed), ...fields };
  const content = Object.keys(sent).filter((field) => !controls.includes(field));
  const isCreation = endpoint.status === 201;
  const show = (reply: unknown) => plan.shows?.(reply as never, sent, asked) ?? (reply as Fields);
  const before = isCreation ? undefined : await readBack(endpoint, plan, asked, {}, show);
  const result = await app.send({
    method: endpoint.method,
    url: getFullPath(endpoint).replace(/:(\w+)/g, (_, param: string) => asked.params?.[param] ?? 'x'),
    headers: { authorization: `Bearer ${boss.token}` },
    payload: sent,
  });
  const trace = `${JSON.stringify(sent)}: ${result.text.slice(0, 400)}`;
  if (result.status === 400) {
    if (!isCreation) expect(await readBack(endpoint, plan, asked, {}, show), trace).toEqual(before);
    return false;
  }
  expect(result.status, trace).toBe(endpoint.status ?? 200);
  const answer = show(result.data);

  const taken = endpoint.body?.parse(sent) as Fields;
  const decided = plan.decided?.(sent) ?? [];
  for (const field of content.filter((each) => !decided.includes(each))) {
    expect(Object.keys(answer), `${name} does not answer ${field}`).toContain(field);
    expect({ [field]: plain(answer[field]) }, trace).toEqual({ [field]: plain(taken[field]) });
  }
  const stored = await readBack(endpoint, plan, asked, answer, show);
  const common = Object.keys(stored).filter((field) => field in answer);
  expect(common.length, `${name} is not read back`).toBeGreaterThan(0);
  expect(pick(stored, common), trace).toEqual(pick(answer, common));
  if (!before) {
    const exceptions = [...controls, ...(plan.omits ?? []), ...Object.keys(plan.follows ?? {})];
    for (const [field, value] of Object.entries(plainOf(answer)))
      if (field in properties && !(field in sent) && !exceptions.includes(field))
        expect({ [field]: isNothing(value) }, trace).toEqual({ [field]: true });
    return true;
  }
  for (const field of Object.keys(before)) {
    const causes = plan.follows?.[field] ?? [];
    const mayFollow = causes === 'any' || causes.some((cause) => cause in sent);
    if (content.includes(field) || stamps.includes(field) || mayFollow) continue;
    expect({ [field]: stored[field] }, `${field} is untouched by ${trace}`).toEqual({
      [field]: before[field],
    });
  }
  if (endpoint.reply === leadSchema) await expectVersion(before, answer, trace);
  return true;
}

async function expectVersion(before: Fields, answer: Fields, trace: string): Promise<void> {
  const { data } = await world.app.call(listLeadHistory, {
    token: world.boss.token,
    params: { entryId: String(answer._id) },
  });
  const [newest] = data.history;
  const unversioned = [
    ...stamps,
    'statusAt',
    'respondedAt',
    'responseMinutes',
    'responseDueAt',
    'tryAgainAt',
    'isDayBooked',
    'customer',
  ];
  const differing = Object.keys(answer).filter(
    (field) =>
      !unversioned.includes(field) && JSON.stringify(answer[field]) !== JSON.stringify(before[field]),
  );
  expect(answer.version, trace).toBe(Number(before.version) + (differing.length > 0 ? 1 : 0));
  if (differing.length > 0)
    expect([...(answer.changedFields as string[])].sort(), trace).toEqual(differing.sort());
  expect({ ...newest, _id: answer._id, createdAt: answer.createdAt }, trace).toEqual(answer);
}

async function readBack(
  endpoint: Endpoint,
  plan: WritePlan,
  asked: Awaited<ReturnType<NonNullable<WritePlan['setUp']>>>,
  answer: Fields,
  show: (reply: unknown) => Fields,
): Promise<Fields> {
  if (plan.read) {
    const found = await plan.read(world, asked, answer);
    if (!found) throw new Error(`${nameOf(endpoint)} is not read back`);
    return found;
  }
  const reader = endpoints.find(({ method, reply }) => method === 'GET' && reply === endpoint.reply);
  if (!reader) throw new Error(`Say in write-plans.ts how ${nameOf(endpoint)} is read back`);
  const { status, data, text } = await world.app.send({
    method: 'GET',
    url: getFullPath(reader).replace(/:(\w+)/g, (_, param: string) => asked.params?.[param] ?? 'x'),
    headers: { authorization: `Bearer ${world.boss.token}` },
  });
  expect(status, text).toBe(200);
  return show(data);
}

function valuesOf(field: string, shape: Shape): readonly unknown[] {
  const { north, south, oil } = world.fixtures;
  const usual: Record<string, readonly unknown[]> = {
    phone: [newPhone()],
    email: ['nadia.karim@example.com', null],
    serviceCenter: [north, south],
    serviceOrCampaign: [oil, null],
    appointmentDate: ['2026-03-12', '2026-03-20', null],
    appointmentTime: ['09:30', '16:30', null],
    startDate: ['2026-03-12', '2026-03-14', null],
    endDate: ['2026-03-20', '2026-03-22', null],
    contactNo: ['028912345', null],
    vehicleNumber: ['DHAKA-D-11-9999', null],
    platform: ['facebook', 'whatsapp', 'website', ...(isNullable(shape) ? [null] : [])],
  };
  return usual[field] ?? plausible(field, shape) ?? [];
}

const isNullable = ({ type, anyOf = [] }: Shape): boolean => type === 'null' || anyOf.some(isNullable);

function plausible(field: string, shape: Shape): readonly unknown[] | undefined {
  if (shape.const !== undefined) return [shape.const];
  if (shape.enum) return shape.enum;
  if (shape.anyOf) return shape.anyOf.flatMap((each) => plausible(field, each) ?? []);
  switch (shape.type) {
    case 'boolean':
      return [true, false];
    case 'integer':
      return [1, 2, 3];
    case 'null':
      return [null];
    case 'string':
      return [newText(field)];
    default:
      throw new Error(`Say in write-plans.ts what ${field} may be`);
  }
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return value instanceof Object && '_id' in value ? value._id : value;
}
const plainOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, plain(value)]));
const isNothing = (value: unknown) =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);
const pick = (fields: Fields, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));
