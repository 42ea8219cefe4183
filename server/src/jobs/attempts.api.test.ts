import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#contract/imports.ts';
import { createConnection } from '#contract/intake/connections.ts';
import { runImportCheck } from '#server/imports/check-import.service.ts';
import { UnreadableFile } from '#server/imports/files/table.ts';
import { withImportTable } from '#server/imports/import-file.service.ts';
import { findImport } from '#server/imports/imports.db.ts';
import { failImport } from '#server/imports/run-import.service.ts';
import { claimDeliveries, releaseClaims } from '#server/intake/claimed-deliveries.db.ts';
import { claimNextLead, saveFetchFailure } from '#server/intake/meta/meta.db.ts';
import { newId } from '#server/lib/ids.ts';
import { runImportToEnd, uploadFile } from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

const minute = 60_000;

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('superAdmin'));
  await addFixtures(app);
  await app.app.intake.stop();
});
afterAll(() => app.close());

const later = (minutes: number) => new Date(app.clock.now().getTime() + minutes * minute);

async function deliver(connection: string, isFetched: boolean): Promise<string> {
  const id = newId(app.clock.now());
  await app.pool.query(
    `insert into deliveries (id, connection_id, key, received_at, body, is_fetched, try_at)
     values ($1::uuid, $2, $1::uuid::text, $3, 'Name: A', $4, $3)`,
    [id, connection, app.clock.now(), isFetched],
  );
  return id;
}
const stateOf = async (id: string) =>
  (await app.pool.query('select state, attempts, unfinished, try_at from deliveries where id = $1', [id]))
    .rows[0];

test('an attempt to fetch a lead that another process makes anew meanwhile says nothing of it (F127)', async () => {
  const keys = { appSecret: 'a', pageToken: 'b' };
  const body = { name: 'Page', kind: 'meta', platform: 'facebook', ...keys } as const;
  const { _id: page } = (await app.call(createConnection, { token, body })).data.connection;
  const id = await deliver(page, false);
  const asleep = await claimNextLead(app.db, page, later(0), later(1));
  const awake = await claimNextLead(app.db, page, later(2), later(3));
  expect([asleep?.id, awake?.id]).toEqual([id, id]);
  const failure = { id, reason: 'unreachable', tryAt: later(60) } as const;
  await saveFetchFailure(app.db, { ...failure, until: asleep?.until ?? later(0) });
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', attempts: 0, try_at: later(3) });
  await saveFetchFailure(app.db, { ...failure, until: awake?.until ?? later(0) });
  expect(await stateOf(id)).toMatchObject({ state: 'failed', attempts: 1, try_at: later(60) });
});

test('a process whose work was broken off releases nothing that another one has taken (F127)', async () => {
  const body = { name: 'Site', platform: 'website' } as const;
  const { _id: site } = (await app.call(createConnection, { token, body })).data.connection;
  const id = await deliver(site, true);
  const [asleep] = await claimDeliveries(app.db, { now: later(0), until: later(2), limit: 1 });
  const [awake] = await claimDeliveries(app.db, { now: later(3), until: later(5), limit: 1 });
  expect([asleep?.id, awake?.id]).toEqual([id, id]);
  await releaseClaims(app.db, new Map([[id, asleep?.until ?? later(0)]]), later(3));
  expect(await stateOf(id)).toMatchObject({ unfinished: 2, try_at: later(5) });
  await releaseClaims(app.db, new Map([[id, awake?.until ?? later(0)]]), later(3));
  expect(await stateOf(id)).toMatchObject({ unfinished: 1, try_at: later(3) });
});

test('a check that slept neither answers for the settings chosen since nor sets back how far it is (F127)', async () => {
  const rows = Array.from({ length: 1_200 }, (_, n) => `Guest ${n},0181700${1000 + n},North`);
  const { data } = await uploadFile(app, token, ['Name,Phone,Service center', ...rows].join('\n'));
  const params = { id: data._id };
  const check = (defaults: object) =>
    app.call(contract.checkImport, { token, params, body: { ...data.settings, defaults } });
  await check({});
  const held = await findImport(app.db, data._id);
  const waiting = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const asleep = withImportTable(app.db, data._id, (table) => {
    const slow = {
      ...table,
      async *rows() {
        let place = 0;
        for await (const row of table.rows()) {
          if (++place === 700) {
            reached.resolve();
            await waiting.promise;
          }
          yield row;
        }
      },
    };
    return runImportCheck(app.context, data._id, slow, new AbortController().signal);
  });
  await reached.promise;
  app.clock.set(later(3));
  await app.call(contract.stopImport, { token, params });
  await app.pool.query("update imports set state = 'draft', ended_at = null where id = $1", [data._id]);
  await check({ platform: 'facebook' });
  if (held) await failImport(app.context, held, new UnreadableFile('fileEmpty'));
  waiting.resolve();
  await asleep;
  expect(await findImport(app.db, data._id)).toMatchObject({
    ...{ state: 'checking', checked: null, fault: null, handled: 0 },
  });
  expect(held?.started_at).not.toEqual((await findImport(app.db, data._id))?.started_at);
  await runImportToEnd(app, data._id);
});
