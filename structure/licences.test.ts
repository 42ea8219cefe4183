import { expect, test } from 'vitest';
import {
  describeRefusedLicences,
  embedded,
  importsPackage,
  listShippedPackages,
  lockfile,
} from '../scripts/sbom/licences.ts';
import { listSources, readText } from './tree.ts';

const lock = lockfile.parse(JSON.parse(readText('package-lock.json')));
const web = listSources()
  .filter((path) => path.startsWith('web/src/') && !path.includes('.test.'))
  .map(readText);
const isOfWeb = (name: string) => web.some((text) => importsPackage(text, name));
const shipped = listShippedPackages(lock, isOfWeb);

test('everything that is handed out is under a licence that is allowed', () => {
  const names = shipped.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'pg-protocol', 'react', '@mantine/core', 'sharp']),
  );
  expect(names).not.toContain('vite');
  expect(describeRefusedLicences(shipped)).toEqual([]);
  expect(describeRefusedLicences(embedded.map((each) => ({ ...each, version: '' })))).toEqual([]);
});

test.each([
  ['MIT OR GPL-3.0-only', true],
  ['(MIT AND BSD-3-Clause)', true],
  ['MIT AND GPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['LGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
])('a dependency under %s is allowed: %s', (licence, isAllowed) => {
  const refused = describeRefusedLicences([{ name: 'new-one', version: '1.0.0', licence }]);
  expect(refused).toHaveLength(isAllowed ? 0 : 1);
});

test('a package that a new dependency brings along is seen', () => {
  const packages = {
    '': { dependencies: { one: '1.0.0' } },
    'node_modules/one': { version: '1.0.0', license: 'MIT', dependencies: { two: '^1.0.0' } },
    'node_modules/one/node_modules/two': { version: '1.2.0', license: 'GPL-2.0-only' },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-2.0-only', dev: true },
  };
  const found = listShippedPackages(lockfile.parse({ packages }), () => false);
  expect(describeRefusedLicences(found)).toEqual(['two 1.2.0: GPL-2.0-only']);
});
