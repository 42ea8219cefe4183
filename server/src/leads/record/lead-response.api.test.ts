import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import * as contacts from '#contract/contacts.ts';
import * as bulk from '#contract/leads/lead-bulk.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import * as leads from '#contract/leads/leads.ts';
import { instantInTimeZone } from '#contract/text/dates.ts';
import * as contract from '#contract/working-hours.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { responseDueJob } from './response-job.service.ts';

let app: TestApp;
let manager: Awaited<ReturnType<TestApp['signIn']>>;
let token: string;
let north: string;
let south: string;

const zone = 'Asia/Dhaka';
const at = (time: string, day = '2026-03-12') => instantInTimeZone(zone, day, time);

beforeAll(async () => {
  app = await TestApp.open();
  manager = await app.signIn('manager');
  ({ north, south } = await addFixtures(app));
});
afterAll(() => app.close());
beforeEach(async () => {
  await goTo(at('17:30'));
  for (const serviceCenter of [null, north, south]) await setHours({ hours: { serviceCenter, plans: [] } });
  await setHours({ holidays: [], targets: { ...targets, whatsapp: 15 } });
});

const targets = { default: 60, facebook: null, whatsapp: null, website: null };

async function goTo(moment: Date) {
  app.clock.set(moment);
  token = await openSession(app.context, manager.id, null);
}

const setHours = async (body: contract.EditWorkingHoursBody) =>
  expect(await app.call(contract.editWorkingHours, { token, body })).toMatchObject({ status: 200 });

const retime = async () => {
  const { rows } = await app.pool.query("delete from jobs where kind = 'responseDue' returning payload");
  expect(rows.length).toBeGreaterThan(0);
  await responseDueJob(app.context).run('', {}, new AbortController().signal);
};

let made = 0;
async function record(body: object = {}) {
  const phone = `0191${String(++made).padStart(7, '0')}`;
  const sent = { name: 'Rahim', phone, serviceCenter: north, ...body };
  return (await app.call(leads.createLead, { token, body: sent })).data._id;
}
async function clockOf(id: string) {
  const { responseDueAt, respondedAt, responseMinutes } = (
    await app.call(leads.getLead, { token, params: { id } })
  ).data;
  return { due: responseDueAt, at: respondedAt, minutes: responseMinutes };
}
const call = async (id: string) =>
  (
    await app.call(contacts.logContact, {
      token,
      params: { id },
      body: { channel: 'call', outcome: 'noAnswer' },
    })
  ).data.contact._id;
const running = (due: Date | null) => ({ due: due?.toISOString() ?? null, at: null, minutes: null });

describe('the response clock', () => {
  test('runs in the center’s hours until the first attempt, and again once that is undone', async () => {
    const id = await record();
    const due = at('09:30', '2026-03-14');
    expect(await clockOf(id)).toEqual(running(due));
    await goTo(at('09:10', '2026-03-14'));
    const first = await call(id);
    const stopped = { due: due.toISOString(), at: at('09:10', '2026-03-14').toISOString(), minutes: 40 };
    expect(await clockOf(id)).toEqual(stopped);

    await goTo(at('12:00', '2026-03-14'));
    await call(id);
    await app.call(leads.editLead, { token, params: { id }, body: { serviceCenter: south } });
    expect(await clockOf(id)).toEqual(stopped);

    const other = await record({ platform: 'whatsapp' });
    const mistaken = await call(other);
    await app.call(contacts.undoContact, { token, params: { id: mistaken } });
    expect(await clockOf(other)).toEqual(running(at('12:15', '2026-03-14')));
    expect(first).not.toBe(mistaken);
  });

  test('stops at a change of status; undone, it runs, or stopped at the attempt made since', async () => {
    const id = await record();
    await goTo(at('17:40'));
    const booked = { status: 'booked', appointmentDate: '2026-03-20' } as const;
    const { data } = await app.call(leads.moveLead, { token, params: { id }, body: booked });
    expect(await clockOf(id)).toMatchObject({ at: at('17:40').toISOString(), minutes: 10 });
    const undo = (version: number) => app.call(undoLeadChange, { token, params: { id }, body: { version } });
    await undo(data.version);
    expect(await clockOf(id)).toEqual(running(at('09:30', '2026-03-14')));

    const again = (await app.call(leads.moveLead, { token, params: { id }, body: booked })).data;
    await goTo(at('17:45'));
    // An attempt takes the lead that nobody has: the advisor's version would end the undo.
    await app.pool.query('update leads set advisor_id = last_modified_by where id = $1', [id]);
    await call(id);
    await goTo(at('17:50'));
    await call(id);
    expect(await undo(again.version)).toMatchObject({ status: 200 });
    expect(await clockOf(id)).toMatchObject({ at: at('17:45').toISOString(), minutes: 15 });
  });

  test('follows the lead to another center, and hours, holidays and targets that change, while it runs', async () => {
    await goTo(at('16:00'));
    const [id, answered] = [await record(), await record()];
    await call(answered);
    const late = Array.from({ length: 7 }, () => [{ from: '20:00', to: '24:00' }]);
    await setHours({
      hours: { serviceCenter: south, plans: [{ validFrom: '2026-03-12', week: late }] },
    });
    await app.call(leads.editLead, { token, params: { id }, body: { serviceCenter: south } });
    expect(await clockOf(id)).toEqual(running(at('21:00')));

    await setHours({ targets: { ...targets, default: 300 } });
    await setHours({ holidays: [{ serviceCenter: south, day: '2026-03-13', name: 'Eid' }] });
    expect(await clockOf(id)).toEqual(running(at('21:00')));
    await retime();
    expect(await clockOf(id)).toEqual(running(at('21:00', '2026-03-14')));
    expect(await clockOf(answered)).toMatchObject({ due: at('17:00').toISOString(), minutes: 0 });

    const never = late.map(() => []);
    await setHours({ hours: { serviceCenter: south, plans: [{ validFrom: '2020-01-01', week: never }] } });
    await retime();
    expect(await clockOf(id)).toEqual(running(null));
  });

  test('of an archived enquiry stands as it was, and is set anew when it comes back', async () => {
    await goTo(at('10:00'));
    const id = await record();
    const archive = (isActive: boolean) =>
      app.call(leads.archiveLead, { token, params: { id }, body: { isActive } });
    await archive(false);
    await setHours({ targets: { ...targets, default: 30 } });
    await retime();
    expect(await clockOf(id)).toEqual(running(at('11:00')));
    await archive(true);
    expect(await clockOf(id)).toEqual(running(at('10:30')));
  });

  test('of enquiries recorded before it was kept: runs for those that wait, and none for those answered', async () => {
    await goTo(at('10:00'));
    const ids = [await record(), await record(), await record()];
    const [waiting = '', answered = '', moved = ''] = ids;
    await call(answered);
    const none = 'response_due_at = null, responded_at = null, response_minutes = null';
    await app.pool.query(`update leads set ${none} where id = any($1)`, [ids]);
    await call(answered);
    expect(await clockOf(answered)).toEqual(running(null));
    await app.call(bulk.startBulkChange, {
      token,
      body: { action: 'moveCenter', value: south, leads: [moved] },
    });
    expect(await clockOf(moved)).toEqual(running(at('11:00')));
    await retime();
    expect(await clockOf(waiting)).toEqual(running(at('11:00')));
    expect(await clockOf(answered)).toEqual(running(null));
  });

  test('of many is set in turns, each once, while others write', async () => {
    await goTo(at('10:00'));
    await app.pool.query(
      `with source as (select l.* from leads l where due_kind = 'new' limit 1)
       insert into leads (id, version, customer_id, name, phone, search_key, status, service_center_id, is_active, recorded_by,
         last_modified_by, created_at, updated_at, status_at)
       select gen_random_uuid(), 1, customer_id, name, phone, search_key, 'pending', $1, true, recorded_by, last_modified_by,
         $2, $2, $2 from source, generate_series(1, 1200)`,
      [north, at('10:00')],
    );
    await setHours({ targets: { ...targets, default: 45 } });
    await retime();
    const { rows } = await app.pool.query(
      `select count(*)::int as waiting, count(*) filter (where response_due_at = $1)::int as due from leads
       where due_kind = 'new' and created_at = $2 and service_center_id = $3 and platform is null`,
      [at('10:45'), at('10:00'), north],
    );
    expect(rows[0].due).toBe(rows[0].waiting);
    expect(rows[0].due).toBeGreaterThanOrEqual(1_200);
  });
});

describe('working hours', () => {
  test('are refused where they cannot be meant, and for centers that there are not', async () => {
    const edit = (body: object) => app.call(contract.editWorkingHours, { token, body });
    const week = (spans: object[]) => Array.from({ length: 7 }, () => spans);
    const plans = (spans: object[]) => ({
      hours: { serviceCenter: north, plans: [{ validFrom: '2026-03-12', week: week(spans) }] },
    });
    const overlapping = [
      { from: '09:00', to: '13:00' },
      { from: '12:00', to: '18:00' },
    ];
    const refused = [
      plans([{ from: '18:00', to: '09:00' }]),
      plans(overlapping),
      { hours: { serviceCenter: null, plans: [{ validFrom: '2026-03-12', week: null }] } },
      { hours: { serviceCenter: crypto.randomUUID(), plans: [] } },
      {
        holidays: [
          { serviceCenter: null, day: '2026-03-26', name: 'Eid' },
          { serviceCenter: null, day: '2026-03-26', name: 'Independence Day' },
        ],
      },
      { targets: { ...targets, default: 0 } },
    ];
    for (const body of refused) expect((await edit(body)).status).toBe(400);
    expect((await app.call(contract.getWorkingHours, { token })).data.plans).toEqual([]);
  });

  test('are what every process times by as soon as they are saved', async () => {
    const { server } = await app.openSibling();
    const recordThere = async () => {
      const phone = `0192${String(++made).padStart(7, '0')}`;
      const { data } = await app.call(leads.createLead, {
        token,
        body: { name: 'Rahim', phone, serviceCenter: north },
      });
      const url = `${basePath}${leads.editLead.path.replace(':id', data._id)}`;
      const headers = { authorization: `Bearer ${token}` };
      const body = { serviceCenter: south };
      return (await server.inject({ method: 'PATCH', url, headers, payload: body })).json().responseDueAt;
    };
    expect(await recordThere()).toBe(at('09:30', '2026-03-14').toISOString());
    await setHours({ targets: { ...targets, default: 10 } });
    expect(await recordThere()).toBe(at('17:40').toISOString());
  });
});
