import { describe, expect, test } from 'vitest';
import { listSources, readText } from './tree.ts';

type Rule = {
  name: string;
  files: (path: string) => boolean;
  line?: RegExp;
  path?: RegExp;
  broken: string[];
  sound: string[];
};

const isCode = (path: string) =>
  /\.(ts|tsx|mjs|js|css|sql)$/.test(path) && !/^structure\/|\.gen\.ts$/.test(path);
const isTest = (path: string) => /\.(test|spec)\.tsx?$|^e2e\/|^server\/src\/testing\//.test(path);
const mayHoldSql = (path: string) => /\.db\.ts$|^server\/src\/db\/|^bench\//.test(path) || isTest(path);

const rules: Rule[] = [
  {
    name: 'people are they',
    files: (path) => isCode(path) && !path.endsWith('.sql'),
    line: /\b(he|she|him|his|himself|herself)\b/i,
    broken: ['/** What he may do. */', "test('nobody changes himself', …)"],
    sound: ['/** What they may do, and when. */', 'const hers = theirs;'],
  },
  {
    name: 'no check is suppressed',
    files: isCode,
    line: /@ts-(ignore|nocheck|expect-error)|(biome|eslint|oxlint|prettier)-(ignore|disable)/,
    broken: ['// biome-ignore lint: later', '/* @ts-expect-error */'],
    sound: ['// An ignored field is refused.'],
  },
  {
    name: 'breakpoints are custom media, which have a name',
    files: (path) => path.startsWith('web/src/') && path.endsWith('.css'),
    line: /@media[^{]*(min|max)-width/,
    broken: ['@media (--phone) and (max-width: 20em) {'],
    sound: ['@container panel (min-width: 820px) {', '@media (--beside) {'],
  },
  {
    name: 'nothing is left for later',
    files: isCode,
    line: /\b(TODO|FIXME|XXX)\b/,
    broken: ['// TODO later'],
    sound: ['const todoList = [];'],
  },
  {
    name: 'SQL stands only in .db.ts files, db/ and migrations',
    files: (path) => path.startsWith('server/src/') && path.endsWith('.ts') && !mayHoldSql(path),
    line: /\b(sql`|sql<|selectFrom\(|insertInto\(|updateTable\(|deleteFrom\(|mergeInto\()/,
    broken: ['await db.selectFrom("leads")', 'const a = sql`now()`;'],
    sound: ["const text = 'Select a center';", 'selectFromList();'],
  },
  {
    name: 'the time of day comes from the clock, and how long things take from performance.now()',
    files: (path) => path.startsWith('server/src/') && path.endsWith('.ts') && !isTest(path),
    line: /\bDate\.now\(/,
    broken: ['const giveUp = Date.now() + longestWait;'],
    sound: ['const giveUp = performance.now() + longestWait;', 'clock.now()'],
  },
  {
    name: 'every form is made by ui/form/use-form.tsx',
    files: (path) => path.startsWith('web/src/') && path !== 'web/src/ui/form/use-form.tsx',
    line: /\buseForm\b.*'react-hook-form'/,
    broken: ["import { useForm, useWatch } from 'react-hook-form';"],
    sound: [
      "import { useWatch } from 'react-hook-form';",
      "import { useForm } from '#web/ui/form/use-form.tsx';",
    ],
  },
  {
    name: 'what React Hook Form keeps to itself is left to it',
    files: (path) => path.startsWith('web/src/'),
    line: /\bcontrol\._|\bcontrol\??: \{ _/,
    broken: ['form.control._defaultValues', 'get(control._fields, name)'],
    sound: ['form.formState.defaultValues', 'useController({ control, name })'],
  },
  {
    name: 'a group of texts is named where it is used: those that come late are found by it (see vite.config.ts)',
    files: (path) => path.startsWith('web/src/') && path !== 'web/src/ui/dialog/lazy-dialog.tsx',
    line: /\buseTranslations\((?!')/,
    broken: ['const t = useTranslations(group);', 'const t = useTranslations();'],
    sound: ["const t = useTranslations('leads.fields');", "import { useTranslations } from 'use-intl';"],
  },
  {
    name: 'the web app takes the schemas of calls by their names: built, its calls have none (see vite.config.ts)',
    files: (path) => path.startsWith('web/src/'),
    line: /\bschema: \w+\.(body|query|params|reply)\b|\.(body|query|params|reply)\.(shape|parse|safeParse|extend|pick|omit)\b/,
    broken: ['schema: verifyEmail.body,', 'createLead.body.shape.phone'],
    sound: ['schema: verifyEmailBody,', 'await call(verifyEmail, { body });'],
  },
  {
    name: 'the web app does without what browsers have over https alone, unless a file says how (F55)',
    files: (path) =>
      path.startsWith('web/src/') && !isTest(path) && path !== 'web/src/lib/browser/copy-text.ts',
    line: /\bcrypto\.(randomUUID|subtle)\b|\bnavigator\.(clipboard|locks|serviceWorker|credentials|share|wakeLock|mediaDevices|storage)\b/,
    broken: ['const key = crypto.randomUUID();', 'await navigator.clipboard.writeText(text);'],
    sound: ['const key = uuid();', 'await copyText(text);'],
  },
  {
    name: 'folder names are kebab-case, and no file is called utils or helpers',
    files: (path) => isCode(path) && !path.startsWith('web/src/routes/'),
    path: /(^|\/)[^/]*[A-Z_][^/]*\/|(^|[-/])(utils?|helpers?)\.\w+$/,
    broken: ['server/src/serviceCenters/a.ts', 'web/src/lib/utils.ts', 'server/src/lib/date-helpers.ts'],
    sound: ['server/src/lib/utilisation.ts', 'server/src/service-centers/a.ts'],
  },
];

describe('the source', () => {
  const files = listSources();

  test('is read at all', () => {
    expect(files).toContain('structure/source.test.ts');
  });

  for (const { name, files: applies, line, path, broken, sound } of rules) {
    test(name, () => {
      const about = files.filter(applies);
      expect(about.length).toBeGreaterThan(20);
      const lines = line ? about.flatMap((file) => linesWith(file, line)) : [];
      const paths = path ? about.filter((file) => path.test(file)) : [];
      expect([...lines, ...paths]).toEqual([]);
    });

    test(`${name}: examples`, () => {
      const pattern = line ?? path ?? /^/;
      expect(broken.filter((text) => !pattern.test(text))).toEqual([]);
      expect(sound.filter((text) => pattern.test(text))).toEqual([]);
    });
  }
});

function linesWith(path: string, pattern: RegExp): string[] {
  return readText(path)
    .split('\n')
    .flatMap((text, index) => (pattern.test(text) ? [`${path}:${index + 1} ${text.trim()}`] : []));
}
