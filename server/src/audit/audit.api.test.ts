import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#contract/audit.ts';
import * as auth from '#contract/auth.ts';
import * as dealer from '#contract/dealer.ts';
import * as employees from '#contract/employees.ts';
import * as invites from '#contract/invites.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import { createLead, getLead } from '#contract/leads/leads.ts';
import * as session from '#contract/session.ts';
import type { DB } from '#server/db/types.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { signedInBy, TestApp, testNoon, testPassword, testRules } from '#server/testing/test-app.ts';
import { readAudit } from './audit.service.ts';

let app: TestApp;
let mailbox: Mailbox;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;

beforeAll(async () => {
  app = await TestApp.open();
  mailbox = await Mailbox.open(app);
  boss = await app.signIn('superAdmin');
  fixtures = await addFixtures(app);
});
beforeEach(() => app.clock.set(testNoon));
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

const read = async (query: Record<string, string> = {}) =>
  (await app.call(contract.listAudit, { token: boss.token, query: { limit: '100', ...query } })).data;
const about = async (employee: string) =>
  (await read({ employee })).entries.map(({ action, actor, subject, details }) => ({
    action,
    actor: actor?._id ?? null,
    subject: subject?._id ?? null,
    details,
  }));
const entry = (action: contract.AuditAction, actor: string | null, more: object = {}) => ({
  action,
  actor,
  subject: null,
  details: {},
  ...more,
});

describe('the audit log holds', () => {
  test('sign-ins, failures, sign-outs and ended sessions', async () => {
    const { id, email, token } = await app.signIn('manager');
    await app.call(auth.login, { body: { email, password: 'wrong-password' } });
    await app.call(auth.login, { body: { email, password: testPassword } });
    await app.call(session.endOtherSessions, { token });
    await app.call(session.logout, { token });
    expect(await about(id)).toEqual(
      expect.arrayContaining([
        entry('signInFailed', null, { subject: id }),
        entry('signedIn', id),
        entry('sessionsEnded', id, { details: { sessions: 1 } }),
        entry('signedOut', id),
      ]),
    );
    expect(await about(id)).toHaveLength(4);
  });

  test('failures on unknown accounts, by client address', async () => {
    const before = (await read({ action: 'signInFailed' })).totalEntryCount;
    await app.call(auth.login, { body: { email: 'nobody@audit.example', password: 'wrong-password' } });
    const { entries, totalEntryCount } = await read({ action: 'signInFailed' });
    expect(totalEntryCount).toBe(before + 1);
    expect(entries.find(({ subject }) => subject === null)).toMatchObject({
      actor: null,
      address: '127.0.0.1',
    });
  });

  test('changes of level and centers, by whom, to whom, from what to what', async () => {
    const { id } = await app.signIn('unassigned');
    const body = { id, level: 'service' as const, serviceCenter: [fixtures.north] };
    await app.call(employees.assignToServiceCenter, { token: boss.token, body });
    await app.call(employees.unassignEmployee, { token: boss.token, body: { id, serviceCenter: [] } });
    const change = (details: object) => entry('levelChanged', boss.id, { subject: id, details });
    expect(await about(id)).toEqual(
      expect.arrayContaining([
        change({ from: 'unassigned', to: 'service', serviceCenters: [fixtures.north] }),
        change({ from: 'service', to: 'unassigned' }),
      ]),
    );
  });

  test('invitations, registrations, resets and password changes', async () => {
    const email = 'newcomer@audit.example';
    const { data } = await app.call(invites.createInvite, { token: boss.token, body: { email } });
    const body = { name: 'Nadia', email, password: testPassword, token: data.link.split('/').at(-1) ?? '' };
    await mailbox.next(email);
    await app.call(auth.registerAccount, { body });
    const me = signedInBy(await app.call(auth.login, { body: { email, password: testPassword } }));
    await app.call(auth.forgotPassword, { body: { email } });
    const { token } = await mailbox.next(email);
    await app.call(auth.resetPassword, { body: { token, newPassword: 'gear-box-77' } });
    const again = signedInBy(await app.call(auth.login, { body: { email, password: 'gear-box-77' } }));
    const passwords = { currentPassword: 'gear-box-77', newPassword: 'gear-box-88' };
    await app.call(session.changePassword, { token: again.token, body: passwords });
    await app.call(session.editMe, { token: again.token, body: { name: 'Nadia Karim' } });
    expect((await about(me._id)).map(({ action }) => action).sort()).toEqual([
      'passwordChanged',
      'passwordReset',
      'passwordResetRequested',
      'profileChanged',
      'registered',
      'signedIn',
      'signedIn',
    ]);
    const invited = await about(boss.id);
    const details = { invite: data._id, to: 'unassigned' } as const;
    expect(invited).toContainEqual(entry('invited', boss.id, { details }));
  });

  test('denials and exports, by the pattern of the call', async () => {
    const { id, token } = await app.signIn('manager');
    await app.call(downloadLeadsCsv, { token });
    await app.call(invites.deleteInvite, { token, params: { id: noEmployeeId } });
    const dataEntry = await app.signIn('unassigned');
    await app.call(getLead, { token: dataEntry.token, params: { id: noEmployeeId } });
    await app.call(downloadLeadsCsv, { token: boss.token });
    const denied = (call: string, by: string) => entry('denied', by, { details: { call } });
    expect(await about(id)).toEqual(
      expect.arrayContaining([
        denied('GET /management/manageLeads/csv', id),
        denied('DELETE /management/employeeinvite/deleteInvite/:id', id),
      ]),
    );
    expect(await about(dataEntry.id)).toEqual([
      denied('GET /serviceCenter/manageLeads/getSingleLead/:id', dataEntry.id),
    ]);
    const call = { details: { call: 'GET /management/manageLeads/csv' } };
    expect(await about(boss.id)).toContainEqual(entry('exported', boss.id, call));
  });

  test('what is denied or not found, once per person, call and hour, however often it is tried (F10.9)', async () => {
    const { id, token } = await app.signIn('service', [fixtures.north]);
    const foreign = { name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.south };
    const { data } = await app.call(createLead, { token: boss.token, body: foreign });
    const tryAll = async () => {
      for (let turn = 0; turn < 3; turn++) {
        await app.call(getLead, { token, params: { id: data._id } });
        await app.call(downloadLeadsCsv, { token });
      }
    };
    await tryAll();
    const call = (action: contract.AuditAction, name: string) =>
      entry(action, id, { details: { call: name } });
    const once = [
      call('notFound', 'GET /serviceCenter/manageLeads/getSingleLead/:id'),
      call('denied', 'GET /management/manageLeads/csv'),
    ];
    expect(await about(id)).toEqual(expect.arrayContaining(once));
    expect(await about(id)).toHaveLength(2);
    app.clock.set(new Date(testNoon.getTime() + 3_600_000));
    await tryAll();
    expect(await about(id)).toHaveLength(4);
  });

  test('denials by a rule, and changed settings', async () => {
    await app.call(employees.unassignEmployee, {
      token: boss.token,
      body: { id: boss.id, serviceCenter: [] },
    });
    await app.call(dealer.editDealer, { token: boss.token, body: { name: 'Jamuna Motors' } });
    const of = await about(boss.id);
    expect(of).toContainEqual(
      entry('denied', boss.id, {
        details: { call: 'PATCH /management/manageEmployee/assign/unassignEmployee' },
      }),
    );
    expect(of).toContainEqual(entry('settingsChanged', boss.id, { details: { fields: ['name'] } }));
  });

  test('no password, token, phone or email', async () => {
    const body = { name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.north };
    await app.call(createLead, { token: boss.token, body });
    const { rows } = await app.pool.query<{ text: string }>(
      "select string_agg(a::text, E'\\n') as text from audit_log a",
    );
    const text = rows[0]?.text ?? '';
    expect(text.length).toBeGreaterThan(500);
    for (const secret of ['@', '01712345678', testPassword, 'gear-box', boss.token]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the list', () => {
  test('is newest first, paged, and filtered by action, employee and days of the dealer', async () => {
    const other = await app.signIn('manager');
    const at = (iso: string) => app.clock.set(new Date(iso));
    const signIn = () => app.call(auth.login, { body: { email: other.email, password: testPassword } });
    at('2026-03-10T17:59:59.999Z');
    boss = await app.signIn('superAdmin');
    await signIn();
    at('2026-03-10T18:00:00.000Z');
    for (let turn = 0; turn < 11; turn++) await signIn();
    const query = { employee: other.id, action: 'signedIn', limit: '10' };
    const first = await read(query);
    expect([first.entries.length, first.totalPages, first.totalEntryCount]).toEqual([10, 2, 12]);
    const second = await read({ ...query, page: '2' });
    expect(second.entries.map((each) => each.at)).toEqual([
      '2026-03-10T18:00:00.000Z',
      '2026-03-10T17:59:59.999Z',
    ]);
    expect((await read({ ...query, startDate: '2026-03-11' })).totalEntryCount).toBe(11);
    expect((await read({ ...query, endDate: '2026-03-10' })).totalEntryCount).toBe(1);
    expect((await read({ ...query, startDate: '2026-03-10', endDate: '2026-03-11' })).totalEntryCount).toBe(
      12,
    );
    expect((await read({ ...query, action: 'exported' })).totalEntryCount).toBe(0);
  });

  test('of very many entries is read from its indexes, and counted no further than anyone turns', async () => {
    const full = await TestApp.open();
    const [reader, busy, quiet] = [
      await full.signIn('superAdmin'),
      await full.signIn('manager'),
      await full.signIn('service'),
    ];
    await full.pool.query(
      `insert into audit_log (id, at, action, actor_id, subject_id, details)
       select gen_random_uuid(), $1::timestamptz - n * interval '1 minute',
         case when n % 1000 = 0 then 'exported' else 'signedIn' end, $2, case when n % 50 = 0 then $3::uuid end, '{}'
       from generate_series(1, 60000) n`,
      [testNoon, busy.id, quiet.id],
    );
    await full.pool.query('vacuum analyze audit_log');
    const asked: CompiledQuery[] = [];
    const db = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: full.pool }),
      log: (event) => void asked.push(event.query),
    });
    const dealer = testRules;
    const actor = await getAccount(full.context, reader.id);
    const context = { ...full.context, db, dealer, actor };
    const scan = /"Seq Scan","[^{]*"audit_log"/;
    const planOf = async (sql: string, parameters: readonly unknown[]) =>
      JSON.stringify((await full.pool.query(`explain (format json) ${sql}`, [...parameters])).rows);
    const first = { page: 1, limit: 10 as const };
    const day = { startDate: '2026-02-01', endDate: '2026-02-01' };
    for (const [query, total, isTotalCapped] of [
      [{}, 10_000, true],
      [{ page: 1_000 }, 10_000, true],
      [{ page: 1_001 }, 10_000, true],
      [{ action: 'exported' }, 60, false],
      [{ employee: busy.id }, 10_000, true],
      [{ employee: quiet.id }, 1_200, false],
      [day, 1_440, false],
      [{ ...day, employee: quiet.id }, 29, false],
      [{ ...day, action: 'exported', employee: busy.id }, 2, false],
    ] as const) {
      asked.length = 0;
      const page = await readAudit(context, { ...first, ...query });
      const name = JSON.stringify(query);
      expect([page.totalEntryCount, page.isTotalCapped], name).toEqual([total, isTotalCapped]);
      const isPast = 'page' in query && query.page > 1_000;
      expect(page.entries, name).toHaveLength(isPast ? 0 : Math.min(total, 10));
      for (const { sql, parameters } of asked) {
        expect(await planOf(sql, parameters), `${name}: ${sql}`).not.toMatch(scan);
      }
    }
    expect(await planOf("select from audit_log where address = 'x'", [])).toMatch(scan);
    await full.close();
  });

  test('is for the superAdmin alone', async () => {
    for (const level of ['admin', 'manager', 'service', 'dataEntry', 'unassigned'] as const) {
      const { token } = await app.signIn(level);
      expect((await app.call(contract.listAudit, { token })).status).toBe(403);
    }
  });
});

test.each(['update audit_log set address = null', 'delete from audit_log', 'truncate audit_log'])(
  'the database refuses: %s',
  async (statement) => {
    await expect(app.pool.query(statement)).rejects.toThrow('audit_log is append-only');
  },
);
