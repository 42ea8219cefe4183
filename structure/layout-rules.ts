import { at, isGenerated, isTest, type Rule, type Violation } from './rule.ts';
import type { Import, Source } from './source.ts';

/** Folders of `server/src` that are no noun of the domain; `boot` puts the parts together, as `app.ts` does. */
const serverGround = ['boot', 'db', 'http', 'lib', 'testing'];
const webOrder: Record<string, readonly string[]> = {
  routes: ['routes', 'features', 'ui', 'theme', 'lib'],
  features: ['features', 'ui', 'theme', 'lib'],
  ui: ['ui', 'theme', 'lib'],
  theme: ['theme', 'lib'],
  lib: ['lib'],
};
/** The packages that shape the contract; anything else would travel to both sides unseen. */
const contractPackages = /^(zod|libphonenumber-js(\/.+)?)$/;
const policyForbidden = /^(fastify|@fastify\/.*|pg|kysely|node:.*)$/;

/** The noun of a server file, undefined for the ground and the root. */
function nounOf(path: string | undefined): string | undefined {
  const folder = /^server\/src\/([^/]+)\//.exec(path ?? '')?.[1];
  return folder && !serverGround.includes(folder) ? folder : undefined;
}

function everyImport(
  sources: readonly Source[],
  applies: (source: Source) => boolean,
  judge: (source: Source, imported: Import) => string | undefined,
): Violation[] {
  return sources.filter(applies).flatMap((source) =>
    source.imports.flatMap((imported) => {
      const message = judge(source, imported);
      return message ? [at(source, imported.line, `imports ${imported.specifier}: ${message}`)] : [];
    }),
  );
}

const sides: Rule = {
  name: 'imports flow web → contract ← server',
  remedy: 'Move what both sides need into contract/src; it holds nothing but schemas, constants and rules.',
  find: (sources) =>
    everyImport(
      sources,
      (source) => /^(contract|server|web)\/src\//.test(source.path) && !isTest(source.path),
      (source, { specifier, target }) => {
        const own = source.path.split('/')[0];
        if (!target) {
          const foreign = own === 'contract' && !contractPackages.test(specifier);
          return foreign ? 'the contract needs no other package' : undefined;
        }
        const other = target.split('/')[0];
        return other === own || (other === 'contract' && own !== 'contract')
          ? undefined
          : `${own} must not know ${other}`;
      },
    ),
};

const serverLayers: Rule = {
  name: 'server: routes → service → policy, db',
  remedy:
    'A route calls a service; a service authorises, decides and writes; only a .db.ts talks to the database.',
  find: (sources) =>
    everyImport(
      sources,
      (source) => source.path.startsWith('server/src/') && !isTest(source.path),
      (source, { specifier, target, typeOnly }) => {
        const kind = /\.(routes|service|policy|db)\.ts$/.exec(source.path)?.[1];
        if (kind === 'routes' && target?.endsWith('.db.ts')) return 'a route never reaches SQL';
        if (kind === 'routes' && target?.startsWith('server/src/db/') && !typeOnly)
          return 'a route never reaches the database';
        if (kind === 'service' && target?.endsWith('.routes.ts')) return 'a service knows nothing of HTTP';
        if (kind === 'service' && /^(fastify|@fastify\/.*)$/.test(specifier))
          return 'a service knows nothing of HTTP';
        if (kind === 'db' && /\.(routes|service|policy)\.ts$/.test(target ?? ''))
          return 'SQL decides nothing';
        if (kind === 'db' && target?.startsWith('server/src/http/')) return 'SQL knows nothing of HTTP';
        return undefined;
      },
    ),
};

const purePolicies: Rule = {
  name: 'server: a policy is pure, with nothing of http or db in it',
  remedy: 'Give the policy plain values and let it answer yes or no.',
  find: (sources) =>
    everyImport(
      sources,
      (source) => source.path.endsWith('.policy.ts'),
      (_, { specifier, target }) => {
        const impure =
          /^server\/src\/(http|db)\//.test(target ?? '') || /\.(db|service|routes)\.ts$/.test(target ?? '');
        return impure || policyForbidden.test(specifier) ? 'a policy asks nobody' : undefined;
      },
    ),
};

const otherNouns: Rule = {
  name: 'server: another noun only through its service',
  remedy: "Export what is needed from the other noun's .service.ts.",
  find: (sources) =>
    everyImport(
      sources,
      (source) => /^server\/src\/(?!boot\/).+\//.test(source.path) && !isTest(source.path),
      (source, { target }) => {
        const noun = nounOf(target);
        if (!noun || noun === nounOf(source.path)) return undefined;
        if (/^server\/src\/lib\//.test(source.path)) return 'lib has no domain words';
        return target?.endsWith('.service.ts') ? undefined : `${noun} is reached only through its service`;
      },
    ),
};

const webLayers: Rule = {
  name: 'web: routes → features → ui, lib',
  remedy: 'A screen composes features; a feature composes ui and lib, which know nothing of the domain.',
  find: (sources) =>
    everyImport(
      sources,
      (source) => /^web\/src\/[^/]+\//.test(source.path) && !isTest(source.path) && !isGenerated(source.path),
      (source, { target }) => {
        const from = source.path.split('/')[2] ?? '';
        const to = /^web\/src\/([^/]+)\//.exec(target ?? '')?.[1];
        if (!webOrder[from]) return 'a folder of web/src is one of routes, features, ui, theme, lib';
        if (!to) return target?.startsWith('web/src/') ? 'only the entry knows the root files' : undefined;
        return webOrder[from].includes(to) ? undefined : `${from} must not know ${to}`;
      },
    ),
};

const separateFeatures: Rule = {
  name: 'web: features never import each other',
  remedy: 'Compose them in the route, or move what is free of the domain to ui or lib.',
  find: (sources) =>
    everyImport(
      sources,
      (source) => source.path.startsWith('web/src/features/') && !isTest(source.path),
      (source, { target }) => {
        const other = /^web\/src\/features\/([^/]+)\//.exec(target ?? '')?.[1];
        return other && other !== source.path.split('/')[3]
          ? `it belongs to the feature ${other}`
          : undefined;
      },
    ),
};

/** How the folders may know each other. */
export const layoutRules: readonly Rule[] = [
  sides,
  serverLayers,
  purePolicies,
  otherNouns,
  webLayers,
  separateFeatures,
];
