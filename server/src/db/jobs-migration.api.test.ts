import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { mailPayload } from '#server/mail/mail.service.ts';
import { newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';

test('emails that wait become jobs, and lose nothing', async () => {
  const { server } = inject('database');
  const name = newDatabaseName('jobs');
  await runStatements(server, `create database ${name}`);
  const { pool } = openDatabase(onDatabase(server, name));
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-migrations-'));
  const migrations = join(import.meta.dirname, 'migrations');
  for (const file of (await readdir(migrations)).filter((each) => each < '0012'))
    await copyFile(join(migrations, file), join(folder, file));
  await migrate(pool, folder);

  const [code, reset] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
  await pool.query(`
    insert into mail_jobs (id, kind, email, registration_id, attempts, run_at, created_at) values
      ('${code}', 'code', 'new@test.example', '${reset}', 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
      ('${reset}', 'passwordReset', 'lost@test.example', null, 3, '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z')`);
  await migrate(pool);

  const { rows } = await pool.query('select * from jobs order by id');
  const since = { kind: 'mail', key: null, last_error: null, created_at: new Date('2026-01-01T00:00:00Z') };
  expect(rows).toEqual([
    {
      ...since,
      id: code,
      payload: { about: 'code', email: 'new@test.example', registrationId: reset },
      attempts: 0,
      run_at: new Date('2026-01-01T00:00:00Z'),
    },
    {
      ...since,
      id: reset,
      payload: { about: 'passwordReset', email: 'lost@test.example', registrationId: null },
      attempts: 3,
      run_at: new Date('2026-01-02T00:00:00Z'),
    },
  ]);
  for (const { payload } of rows) expect(mailPayload.parse(payload)).toEqual(payload);

  await pool.end();
  await rm(folder, { recursive: true });
  await runStatements(server, `drop database ${name}`);
});
