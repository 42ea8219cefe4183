import { expect } from 'vitest';
import type { Lead } from '#contract/leads/leads.ts';
import { versionedFields } from '#server/leads/record/lead-rows.ts';
import { cross } from './crossings.ts';
import { enquire } from './enquire.ts';
import { expectOutcomesKept, readOutcomes } from './outcomes.ts';
import { type Taken, takeStep } from './take-step.ts';
import type { Crossing, PlainStep, WalkStep } from './walk-steps.ts';
import { type Change, changeKey, type LeadRecord, readLeads, type World } from './walk-world.ts';

const answers = [200, 201, 400, 403, 404, 409];

const stated = [...versionedFields.map(([column]) => column), 'try_again_at', 'reminded_for'];

export async function observeStep(world: World, step: WalkStep): Promise<void> {
  const { app } = world;
  app.clock.set(new Date(app.clock.now().getTime() + 7 * 60_000));
  if (step.kind === 'crossing') await observeCrossing(world, step);
  else await observePlain(world, step);
  const leads = await readLeads(world);
  const known = new Set([...world.leads, world.bystander]);
  world.leads.push(...[...leads.keys()].filter((id) => !known.has(id)).sort());
}

async function observePlain(world: World, step: PlainStep): Promise<void> {
  const before = await readLeads(world);
  const outcomes = await readOutcomes(world.app);
  const taken = await takeStep(world, step);
  expect(answers).toContain(taken.status);
  const after = await readLeads(world);
  expectOutcomesKept(step, outcomes, await readOutcomes(world.app));
  const isDone = taken.status < 300;
  if (isDone && taken.sent) expectSent(taken.data as Lead, taken.sent, before);
  if (isDone && step.kind === 'undo') expectUndone(world, taken, before, after);
  if (isDone && step.kind === 'undoContact')
    expectTakenBack(world.contactChanges.get(taken.contact ?? ''), before, after);
  if (step.kind === 'runJobs') expectOpen(await findJoined(world), after);
  for (const [id, now] of after) {
    const then = before.get(id);
    if (!then) continue;
    if (now.version === then.version + 1)
      world.changes.set(changeKey(id, now.version), {
        before: step.kind === 'contact' ? { ...then, ...reminderOf(now) } : then,
        after: now,
      });
    if (step.kind === 'contact' && taken.contact && now.contact_attempts !== then.contact_attempts)
      world.contactChanges.set(taken.contact, { before: then, after: now });
  }
}

/** A contact that is not taken back keeps its reminder, whatever else it changed is undone. */
const reminderOf = ({ try_again_at, reminded_for }: LeadRecord) => ({ try_again_at, reminded_for });

function expectSent(
  lead: Lead,
  sent: Record<string, unknown>,
  before: ReadonlyMap<string, LeadRecord>,
): void {
  const shown: Record<string, unknown> = { ...lead, serviceCenter: lead.serviceCenter?._id };
  const isLost = sent.status === 'lostCustomer';
  for (const [field, value] of Object.entries(sent)) expect([field, shown[field]]).toEqual([field, value]);
  const then = before.get(lead._id);
  const plain = { name: 'name', email: 'email', vehicleNumber: 'vehicle_number', notes: 'notes' } as const;
  for (const [field, column] of Object.entries({ ...plain, platform: 'platform', jobId: 'job_id' }))
    if (!(field in sent)) expect([field, shown[field]]).toEqual([field, then?.[column]]);
  if (!('status' in sent)) expect([lead.status, isLost]).toEqual([then?.status, false]);
}

function expectUndone(
  world: World,
  { data }: Taken,
  before: ReadonlyMap<string, LeadRecord>,
  after: ReadonlyMap<string, LeadRecord>,
): void {
  const { _id: id, version } = data as Lead;
  expectTakenBack(world.changes.get(changeKey(id, version - 1)), before, after);
}

function expectTakenBack(
  change: Change | undefined,
  before: ReadonlyMap<string, LeadRecord>,
  after: ReadonlyMap<string, LeadRecord>,
): void {
  if (!change) return;
  const then = before.get(change.after.id);
  const now = after.get(change.after.id);
  const alike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  for (const column of stated) {
    const isOfChange = alike(then?.[column], change.after[column]);
    expect([column, now?.[column]]).toEqual([column, (isOfChange ? change.before : then)?.[column]]);
  }
}

async function findJoined(world: World): Promise<string[]> {
  const { rows } = await world.app.pool.query<{ id: string; lead: string }>(
    "select id, lead_id as lead from deliveries where state = 'joined' and lead_id is not null",
  );
  const fresh = rows.filter(({ id }) => !world.joinedDeliveries.has(id));
  for (const { id } of fresh) world.joinedDeliveries.add(id);
  return fresh.map(({ lead }) => lead);
}

function expectOpen(joined: readonly string[], leads: ReadonlyMap<string, LeadRecord>): void {
  const closed = joined.flatMap((id) => leads.get(id) ?? []).filter((lead) => lead.customer_id !== null);
  for (const { is_active, status } of closed)
    expect([is_active, ['pending', 'potential', 'booked'].includes(String(status))]).toEqual([true, true]);
}

async function observeCrossing(
  world: World,
  { lead: place, enquires, first, second, isKilled }: Crossing,
): Promise<void> {
  const { app, leads } = world;
  const lead = leads.at(-1 - (place % Math.max(leads.length, 1)));
  const then = (await readLeads(world)).get(lead ?? '');
  if (!lead || !then) return;
  const center = world.centers.find(({ id }) => id === then.service_center_id)?.name ?? '';
  if (enquires && then.phone !== '')
    await enquire(world, { channel: 'webhook', fields: [], phone: String(then.phone), center });
  const meet = (step: PlainStep) => () => takeStep(world, 'lead' in step ? { ...step, lead: place } : step);
  const { answers: taken, isInOrder } = await cross(app, lead, [meet(first), meet(second)], isKilled);
  for (const { status } of taken) expect(isKilled ? [...answers, 503] : answers).toContain(status);
  const joined = await findJoined(world);
  const isClosed = first.kind === 'archive' ? !first.isActive : first.kind === 'move';
  if (isInOrder && !isKilled && isClosed && second.kind === 'runJobs' && taken[0].status === 200)
    expectOpen(
      joined.filter((id) => id === lead),
      await readLeads(world),
    );
}
