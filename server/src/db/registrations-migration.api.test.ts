import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';

test('accounts that nobody proved become registrations, with their pictures; the log stays (F1)', async () => {
  const { server } = inject('database');
  const name = newDatabaseName('unproven');
  await runStatements(server, `create database ${name}`);
  const { pool } = openDatabase(onDatabase(server, name));
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-migrations-'));
  const migrations = join(import.meta.dirname, 'migrations');
  for (const file of (await readdir(migrations)).filter((each) => each < '0006'))
    await copyFile(join(migrations, file), join(folder, file));
  await migrate(pool, folder);

  const [proven, unproven] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
  await pool.query(`
    insert into pictures values ('pictures/one.webp', '\\x00', now());
    insert into employees (id, name, email, password_hash, level, dp, is_verified, created_at, updated_at) values
      ('${proven}', 'Proven', 'proven@test.example', 'hash 1', 'manager', null, true, now(), now()),
      ('${unproven}', 'Unproven', 'unproven@test.example', 'hash 2', 'unassigned', 'pictures/one.webp', false, now(), now());
    insert into one_time_tokens (token_hash, purpose, employee_id, created_at, expires_at)
      values ('\\x01', 'emailVerification', '${unproven}', now(), now());
    insert into audit_log (id, at, action, actor_id, subject_id) values
      ('${proven}', now(), 'registered', '${unproven}', null), ('${unproven}', now(), 'signInFailed', null, '${unproven}')`);
  await migrate(pool);

  const rows = async (statement: string) => (await pool.query(statement)).rows;
  expect(await rows('select name from employees')).toEqual([{ name: 'Proven' }]);
  expect(await rows('select email, name, password_hash, dp from registrations')).toEqual([
    { email: 'unproven@test.example', name: 'Unproven', password_hash: 'hash 2', dp: 'pictures/one.webp' },
  ]);
  expect(await rows('select action, actor_id, subject_id from audit_log order by action')).toEqual([
    { action: 'registered', actor_id: null, subject_id: null },
    { action: 'signInFailed', actor_id: null, subject_id: null },
  ]);
  await expect(pool.query('delete from audit_log')).rejects.toThrow('append-only');

  await pool.end();
  await rm(folder, { recursive: true });
  await runStatements(server, `drop database ${name}`);
});
