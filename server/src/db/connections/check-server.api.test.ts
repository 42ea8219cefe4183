import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { serverLimits } from '#server/db/pool.ts';
import { dropDatabase, newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { checkServer } from './check-server.ts';

const name = newDatabaseName('check');
const connection = () => onDatabase(inject('database').server, name);
beforeAll(() => runStatements(inject('database').server, `create database ${name}`));
afterAll(() => dropDatabase(inject('database').server, name));

test('a server without a pooler in front takes the limits that are asked for', async () => {
  expect(await checkServer({ ...connection(), ...serverLimits })).toEqual({
    isShared: false,
    hasLimits: true,
  });
  expect(await checkServer(connection())).toEqual({ isShared: false, hasLimits: false });
});

test('a standby is refused', async () => {
  await runStatements(connection(), `alter database ${name} set default_transaction_read_only = on`);
  await expect(checkServer(connection())).rejects.toThrow(/ takes no writes: it is a standby\. /);
});
