import { z } from 'zod';

const needed = z.record(z.string(), z.string()).default({});
const installed = z.object({
  version: z.string().default(''),
  license: z.string().optional(),
  dependencies: needed,
  optionalDependencies: needed,
  devDependencies: needed,
});

/** The parts of `package-lock.json` that are read. */
export const lockfile = z.object({ packages: z.record(z.string(), installed) });
type Lock = z.infer<typeof lockfile>;

type Component = { name: string; version: string; licence?: string | undefined };

const allowed = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ICU', 'ISC', 'MIT'],
  ...['MIT-0', 'OFL-1.1', 'OpenSSL', 'PostgreSQL', 'Unlicense', 'Zlib'],
]);

const allowedFor = [{ licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ }];

const known = [{ packages: /^node-bin-/, licence: 'MIT' }];

/** The programs within the package of PostgreSQL, with their licences. */
export const embedded = [
  { name: 'postgresql', licence: 'PostgreSQL' },
  { name: 'icu', licence: 'ICU' },
  { name: 'openssl', licence: 'OpenSSL' },
  { name: 'libxml2', licence: 'MIT' },
  { name: 'libxslt', licence: 'MIT' },
  { name: 'xz', licence: '0BSD' },
  { name: 'ossp-uuid', licence: 'MIT' },
  { name: 'zlib', licence: 'Zlib' },
];

/** Returns the licence of a component: the one it names, else a known one; '' without either. */
export function getLicence({ name, licence }: Pick<Component, 'name' | 'licence'>): string {
  return licence || (known.find(({ packages }) => packages.test(name))?.licence ?? '');
}

/** Describes the components whose licence is not allowed, a line each; none when all are. */
export function describeRefusedLicences(components: readonly Component[]): string[] {
  return components.flatMap((component) => {
    const licence = getLicence(component);
    if (licence !== '' && isAllowed(licence, component.name)) return [];
    return [`${component.name} ${component.version}: ${licence || 'no licence'}`];
  });
}

function isAllowed(expression: string, name: string): boolean {
  const choices = expression.replace(/[()]/g, ' ').split(/\s+OR\s+/);
  const isMixed = choices.length > 1 && expression.includes(' AND ');
  if (isMixed) return false;
  return choices.some((choice) =>
    choice.split(/\s+AND\s+/).every((part) => {
      const id = part.trim();
      return allowed.has(id) || allowedFor.some((each) => each.licence === id && each.packages.test(name));
    }),
  );
}

/** Tells whether a source file imports a package. */
export function importsPackage(source: string, name: string): boolean {
  return new RegExp(`(?:from |import |import\\(|url\\()["']${name}["'/]`).test(source);
}

/**
 * Lists the packages that the server needs at run time, and what the web app is built from.
 *
 * @param isOfWeb whether the web app's source imports a package.
 */
export function listShippedPackages({ packages }: Lock, isOfWeb: (name: string) => boolean): Component[] {
  const shipped = new Map<string, Component>();
  const own = packages[''];
  const web = Object.keys(own?.devDependencies ?? {}).filter(isOfWeb);
  const server = { ...own?.dependencies, ...own?.optionalDependencies };
  const left = [...Object.keys(server), ...web].map((name) => placeOf(packages, '', name));
  while (left.length > 0) {
    const place = left.pop();
    const found = place === undefined ? undefined : packages[place];
    if (place === undefined || !found || shipped.has(place)) continue;
    const name = place.replace(/^.*node_modules\//, '');
    shipped.set(place, { name, version: found.version, licence: found.license });
    const others = Object.keys({ ...found.dependencies, ...found.optionalDependencies });
    left.push(...others.map((other) => placeOf(packages, place, other)));
  }
  return [...shipped.values()];
}

function placeOf(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}
