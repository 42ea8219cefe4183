import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { listSources, readText } from './tree.ts';

const frame =
  /import \{[^}]*\b(Dialog|FormDialog|ConfirmDialog|ConfirmAction|RecordDialog|lazyDialog)\b[^}]*\} from '#web\/ui\/dialog\//;

// These open by state: each has no record that an address could name.
const exceptions = [
  // Its steps hold passwords, secrets and recovery codes.
  'web/src/features/profile/second-factor/factor-dialog.tsx',
  'web/src/features/profile/second-factor/second-factor-part.tsx',
  // The call that was refused waits for its answer.
  'web/src/features/leads/booking/place-question-prompt.tsx',
  // The panel of what was found has its own parameter.
  'web/src/routes/main/route.tsx',
];

type Sources = ReadonlyMap<string, string>;

function listImports(from: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, path = '']) =>
    path.startsWith('#web/') ? path.replace('#web/', 'web/src/') : posix.join(posix.dirname(from), path),
  );
}

/** @returns the files that show a dialog and are no part of one that a feature's table names. */
function findStrayDialogs(sources: Sources): string[] {
  const all = [...sources];
  const named = new Set(
    all
      .filter(([path]) => /^web\/src\/features\/.*\/dialogs\.ts$/.test(path))
      .flatMap(([path, text]) => listImports(path, text, /import\('([^']+)'\)/g)),
  );
  const importers = new Map<string, string[]>();
  for (const [path, text] of all)
    for (const to of listImports(path, text, /^(?:import|\} from)[^;]*?'([^']+)';$/gm))
      importers.set(to, [...(importers.get(to) ?? []), path]);
  const isPart = (path: string, seen: readonly string[] = []): boolean => {
    if (named.has(path)) return true;
    const users = importers.get(path) ?? [];
    return users.length > 0 && users.every((user) => !seen.includes(user) && isPart(user, [...seen, path]));
  };
  return all
    .filter(([path, text]) => /^web\/src\/(features|routes)\//.test(path) && frame.test(text))
    .map(([path]) => path)
    .filter((path) => !exceptions.includes(path) && !isPart(path));
}

const table = [
  'web/src/features/a/dialogs.ts',
  "'a.edit': urlDialog(all, () => import('./a-dialog.tsx'), 'A', 'a.title')",
] as const;
const dialog = (uses: string) => `import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';\n${uses}`;

test('a dialog that no table names is found, one of a table and its parts are not', () => {
  const sources = new Map([
    table,
    ['web/src/features/a/a-dialog.tsx', dialog("import { AForm } from './a-form.tsx';")],
    ['web/src/features/a/a-form.tsx', dialog('')],
    ['web/src/features/a/b-dialog.tsx', dialog('')],
    ['web/src/routes/main/c.tsx', "import {\n  ConfirmAction,\n} from '#web/ui/dialog/confirm-action.tsx';"],
  ]);
  expect(findStrayDialogs(sources)).toEqual(['web/src/features/a/b-dialog.tsx', 'web/src/routes/main/c.tsx']);
});

test('every dialog is in the table of its feature, so that it opens by the URL', () => {
  const paths = listSources().filter(
    (path) => /^web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const sources = new Map(paths.map((path) => [path, readText(path)]));
  expect(sources.size).toBeGreaterThan(300);
  expect(findStrayDialogs(sources)).toEqual([]);
});
