import { basename } from 'node:path';
import { at, isGenerated, isTest, type Rule } from './rule.ts';
import type { Source } from './source.ts';

const lineLimit = 300;
const kebab = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** In the route tree a name is a piece of a URL, and the specification writes those in camelCase. */
const routeName = /^(__root|[$_]?[A-Za-z0-9]+(-[a-z0-9]+)*)([.][$_]?[A-Za-z0-9]+(-[a-z0-9]+)*)*$/;
/** Files whose default export a tool demands. */
const isDemanded = (path: string) => /(\.config|\/global-setup)\.ts$/.test(path) || isGenerated(path);
/** Text of the interface and what tools write may be as long as it must. */
const isExemptFromLength = (path: string) =>
  isTest(path) || isGenerated(path) || path.startsWith('web/src/lib/i18n/') || path.endsWith('.html');

function eachFile(find: (source: Source) => string | undefined): Rule['find'] {
  return (sources) =>
    sources.flatMap((source) => {
      const message = find(source);
      return message ? [at(source, 1, message)] : [];
    });
}

const noBarrels: Rule = {
  name: 'no barrels',
  remedy: 'Import from the file that declares the thing.',
  find: eachFile((source) => (source.isBarrel ? 'only re-exports' : undefined)),
};

const noCatchAll: Rule = {
  name: 'no utils.ts or helpers.ts',
  remedy: 'Name the file after what it does.',
  find: eachFile(({ path }) =>
    /(^|-)(utils?|helpers?)\.\w+$/.test(basename(path)) ? 'the name says nothing' : undefined,
  ),
};

const kebabCase: Rule = {
  name: 'file and folder names are kebab-case',
  remedy: 'Rename it: lead-status.ts, not leadStatus.ts or LeadStatus.ts.',
  find: eachFile(({ path }) => {
    const pattern = path.startsWith('web/src/routes/') ? routeName : kebab;
    const wrong = path.split('/').find((name) => !kebab.test(name) && !pattern.test(name));
    return wrong ? `${wrong} is not kebab-case` : undefined;
  }),
};

const shortFiles: Rule = {
  name: `no file over ${lineLimit} lines`,
  remedy: 'Split it along what it does: aim under 150 lines, think at 250.',
  find: eachFile(({ path, lines }) =>
    lines > lineLimit && !isExemptFromLength(path) ? `has ${lines} lines` : undefined,
  ),
};

const namedExports: Rule = {
  name: 'named exports',
  remedy: 'Give it a name; only the configuration of a tool that demands one has a default export.',
  find: eachFile(({ path, nodes }) =>
    !isDemanded(path) && nodes.some(({ type }) => type === 'ExportDefaultDeclaration')
      ? 'has a default export'
      : undefined,
  ),
};

/** What a file may be called, how long it may be and what shape it may have. */
export const fileRules: readonly Rule[] = [noBarrels, noCatchAll, kebabCase, shortFiles, namedExports];
