import { expect } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { logContact, undoContact } from '#contract/contacts.ts';
import { mergeCustomers, undoCustomerMerge } from '#contract/customer-merges.ts';
import { revertImport, startImport } from '#contract/imports.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import * as leads from '#contract/leads/leads.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import { checkFile } from '../import-calls.ts';
import { testRules } from '../test-app.ts';
import { enquire } from './enquire.ts';
import { erase } from './erase.ts';
import { setOutcome, setReady } from './outcomes.ts';
import { runDueJobs } from './run-due-jobs.ts';
import type { PlainStep } from './walk-steps.ts';
import { mark, type World } from './walk-world.ts';

export type Taken = { status: number; data?: unknown; sent?: Record<string, unknown>; contact?: string };

const nothing: Taken = { status: 404 };

const inDays = ({ app }: World, days: number) =>
  addDays(dateInTimeZone(testRules.timeZone, app.clock.now()), days + 1);

export async function takeStep(world: World, step: PlainStep): Promise<Taken> {
  const { app, token } = world;
  const leadId = 'lead' in step ? pick(world.leads, step.lead) : undefined;
  const params = { id: leadId ?? '' };
  if ('lead' in step && !leadId) return nothing;
  switch (step.kind) {
    case 'enquire': {
      const phone = world.phones[step.person] ?? '';
      return enquire(world, { ...step, phone, center: world.centers[step.center]?.name ?? '' });
    }
    case 'import':
      return importRows(world, step);
    case 'startImport': {
      const id = pick(world.imports, step.index);
      return id ? app.call(startImport, { token, params: { id } }) : nothing;
    }
    case 'revert': {
      const id = pick(world.imports, step.index);
      return id ? app.call(revertImport, { token, params: { id } }) : nothing;
    }
    case 'create': {
      const phone = world.phones[step.person] ?? '';
      const serviceCenter = world.centers[step.center]?.id ?? '';
      const body = { name: `Amina ${mark(world, phone)}`, phone, serviceCenter, notes: mark(world, phone) };
      return app.call(leads.createLead, { token, body });
    }
    case 'edit': {
      const sent = await editOf(world, params.id, step);
      return { ...(await app.call(leads.editLead, { token, params, body: sent })), sent };
    }
    case 'move': {
      const sent = await moveOf(world, params.id, step);
      return { ...(await app.call(leads.moveLead, { token, params, body: sent })), sent };
    }
    case 'outcome': {
      const move = step.next
        ? await moveOf(world, params.id, { ...step, kind: 'move', status: step.next, fields: [] })
        : undefined;
      return setOutcome(world, params.id, step, move);
    }
    case 'ready':
      return setReady(world, params.id, step.isReady);
    case 'archive': {
      const { isActive } = step;
      return app.call(leads.archiveLead, { token, params, body: { isActive } });
    }
    case 'undo': {
      const { version } = await getLead(world, params.id);
      return app.call(undoLeadChange, { token, params, body: { version } });
    }
    case 'contact': {
      const again = new Date(app.clock.now().getTime() + (step.hours ?? 0) * 3_600_000);
      const reminder = step.hours === null ? {} : { tryAgainAt: again.toISOString() };
      const { phone } = await getLead(world, params.id);
      const note = mark(world, phone);
      const body = { channel: 'call', outcome: step.outcome, note, ...reminder };
      const answer = await app.call(logContact, { token, params, body });
      if (answer.status !== 201) return answer;
      world.contacts.push(answer.data.contact._id);
      return { ...answer, contact: answer.data.contact._id };
    }
    case 'undoContact': {
      const contact = pick(world.contacts, step.index);
      if (!contact) return nothing;
      return { ...(await app.call(undoContact, { token, params: { id: contact } })), contact };
    }
    case 'comment': {
      const { phone } = await getLead(world, params.id);
      const body = { text: mark(world, phone), mentions: [] };
      return app.call(addComment, { token, params, body });
    }
    case 'mergeLeads':
      return mergeAll(world, params.id);
    case 'undoLeadMerge': {
      const id = pick(world.leadMerges, step.index);
      return id ? app.call(undoLeadMerge, { token, params: { id }, body: {} }) : nothing;
    }
    case 'mergeCustomers':
      return mergePeople(world, step);
    case 'undoCustomerMerge': {
      const id = pick(world.customerMerges, step.index);
      return id ? app.call(undoCustomerMerge, { token, params: { id } }) : nothing;
    }
    case 'erase':
      return erase(world, world.phones[step.person] ?? '');
    case 'wait':
      app.clock.set(new Date(app.clock.now().getTime() + step.hours * 3_600_000));
      await world.signIn();
      return { status: 200 };
    case 'runJobs':
      await runDueJobs(app, world.jobs);
      return { status: 200 };
  }
}

function pick(ids: readonly string[], place: number): string | undefined {
  return ids.length === 0 ? undefined : ids.at(-1 - (place % ids.length));
}

async function getLead({ app, token }: World, id: string): Promise<leads.Lead> {
  return (await app.call(leads.getLead, { token, params: { id } })).data;
}

type EditStep = Extract<PlainStep, { kind: 'edit' }>;

async function editOf(world: World, id: string, { fields, days }: EditStep) {
  const { phone, serviceCenter } = await getLead(world, id);
  const other = world.centers.find((center) => center.id !== serviceCenter?._id);
  const text = () => mark(world, phone);
  const values: Record<EditStep['fields'][number], () => string> = {
    name: () => `Bina ${text()}`,
    email: () => `${text()}@mail.example`,
    vehicleNumber: () => text().toUpperCase(),
    notes: () => text(),
    platform: () => 'whatsapp',
    appointmentDate: () => inDays(world, days),
    appointmentTime: () => `1${days}:30`,
    serviceCenter: () => other?.id ?? '',
  };
  return Object.fromEntries(fields.map((field) => [field, values[field]()]));
}

async function moveOf(
  world: World,
  id: string,
  { status, days, fields }: Extract<PlainStep, { kind: 'move' }>,
): Promise<Record<string, unknown>> {
  const { phone, nextFollowUpDates } = await getLead(world, id);
  const needs: Partial<Record<typeof status, object>> = {
    potential: { nextFollowUpDates: [...nextFollowUpDates, inDays(world, days)] },
    booked: { appointmentDate: inDays(world, days - 1) },
    lostCustomer: { lostReason: `Reason ${mark(world, phone)}` },
  };
  const more = Object.fromEntries(
    fields.map((field) => [field, field === 'appointmentTime' ? `1${days}:00` : mark(world, phone)]),
  );
  return { status, ...needs[status], ...more };
}

async function mergeAll(world: World, kept: string): Promise<Taken> {
  const { app, token } = world;
  const { rows } = await app.pool.query<{ _id: string; version: number }>(
    `select l.id as "_id", l.version from leads l join leads kept on kept.id = $1 and kept.customer_id = l.customer_id
     where l.id = $1 or (l.is_active and l.status in ('pending', 'potential', 'booked')) order by l.id`,
    [kept],
  );
  const answer = await app.call(mergeLeads, { token, body: { kept, leads: rows } });
  if (answer.status === 200) world.leadMerges.push(answer.data.merge._id);
  return answer;
}

async function mergePeople(
  world: World,
  { person, other }: Extract<PlainStep, { kind: 'mergeCustomers' }>,
): Promise<Taken> {
  const { app, token, phones } = world;
  const { rows } = await app.pool.query<{ id: string; version: number; name: string; email: string | null }>(
    'select id, version, name, email from customers where mobile = any($1) order by mobile = $2 desc',
    [[phones[person], phones[other]], phones[person]],
  );
  const [keep] = rows;
  if (!keep) return nothing;
  const customers = rows.map(({ id: _id, version }) => ({ _id, version }));
  const body = { customers, keep: keep.id, name: keep.name, email: keep.email };
  const answer = await app.call(mergeCustomers, { token, body });
  if (answer.status === 201) world.customerMerges.push(answer.data.merge._id);
  return answer;
}

async function importRows(world: World, step: Extract<PlainStep, { kind: 'import' }>): Promise<Taken> {
  const { app, token, centers, phones } = world;
  const day = step.isDated ? inDays(world, -20) : '';
  const rows = [step.person, step.also].map((person) => {
    const phone = phones[person] ?? '';
    return [
      `Dolly ${mark(world, phone)}`,
      phone,
      centers[step.center]?.name,
      step.status,
      day,
      mark(world, phone),
    ];
  });
  const file = [['Name', 'Phone', 'Service Center', 'Status', 'Entry date', 'Notes'], ...rows];
  const { duplicates } = step;
  const checked = await checkFile(app, token, file.map((row) => row.join(',')).join('\n'), { duplicates });
  expect(checked.state).toBe('checked');
  world.imports.push(checked._id);
  if (!step.isStarted) return { status: 200 };
  return app.call(startImport, { token, params: { id: checked._id } });
}
