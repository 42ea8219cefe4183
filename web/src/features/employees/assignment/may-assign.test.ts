import { expect, test } from 'vitest';
import { levels } from '#contract/levels.ts';
import { listAssignableRoles, mayChangeCenters, mayChangeEmployee, mayChangeLevel } from './may-assign.ts';

test('a manager changes nobody, an admin nobody in management, a superAdmin everybody', () => {
  expect(levels.filter((level) => mayChangeLevel('manager', level))).toEqual([]);
  expect(levels.filter((level) => mayChangeLevel('admin', level))).toEqual([
    'service',
    'dataEntry',
    'unassigned',
  ]);
  expect(levels.filter((level) => mayChangeLevel('superAdmin', level))).toEqual([...levels]);
});

test('nobody changes themselves', () => {
  const me = { _id: 'me', level: 'superAdmin' } as const;
  expect(mayChangeEmployee(me, me)).toBe(false);
  expect(mayChangeEmployee(me, { ...me, _id: 'another' })).toBe(true);
});

test.each([
  ['superAdmin', 'unassigned', ['dataEntry', 'service', 'management']],
  ['superAdmin', 'dataEntry', ['service', 'management']],
  ['superAdmin', 'service', []],
  ['superAdmin', 'manager', ['dataEntry', 'service', 'management']],
  ['admin', 'unassigned', ['dataEntry', 'service']],
  ['admin', 'dataEntry', ['service']],
  ['admin', 'manager', []],
  ['manager', 'unassigned', []],
] as const)('a %s may put somebody who is %s in %j', (actor, target, expected) => {
  expect(listAssignableRoles(actor, target)).toEqual(expected);
});

test('the centers of a service employee are changed by a superAdmin and an admin', () => {
  const target = { _id: 'target', level: 'service' } as const;
  expect(levels.filter((level) => mayChangeCenters({ _id: 'actor', level }, target))).toEqual([
    'superAdmin',
    'admin',
  ]);
  expect(mayChangeCenters({ _id: 'actor', level: 'superAdmin' }, { ...target, level: 'dataEntry' })).toBe(
    false,
  );
});
