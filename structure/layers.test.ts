import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './tree.ts';

const broken: Record<string, Record<string, string>> = {
  noRestrictedImports: {
    'contract/src/a.ts': "import '#server/x.ts';",
    'contract/src/b.ts': "import 'node:fs';",
    'server/src/a/a.ts': "import '#web/lib/x.ts';",
    'server/src/a/b.ts': "import '../b/b.service.ts';",
    'server/src/a/a.routes.ts': "import './a.db.ts';",
    'server/src/a/room/a.routes.ts': "import '#server/a/a.db.ts';",
    'server/src/a/a.service.ts': "import './a.routes.ts';",
    'server/src/a/b.service.ts': "import 'fastify';",
    'server/src/a/a.db.ts': "import './a.policy.ts';",
    'server/src/a/b.db.ts': "import '#server/lib/refusal.ts';",
    'server/src/a/a.policy.ts': "import '#server/http/session.ts';",
    'server/src/a/b.policy.ts': "import 'kysely';",
    'server/src/lib/a.ts': "import '#server/a/a.service.ts';",
    'web/src/lib/a.ts': "import '#web/ui/a.tsx';",
    'web/src/ui/a.tsx': "import '#web/features/a/a.tsx';",
    'web/src/ui/b.tsx': "import '#server/x.ts';",
    'web/src/features/a/a.tsx': "import '#web/features/b/b.tsx';",
    'web/src/features/a/b.tsx': "import '../b/b.tsx';",
    'web/src/features/a/c.tsx': "import '#web/routes/a.tsx';",
    'web/src/features/leads/lists/a.tsx': "import '#web/features/leads/history/a.tsx';",
    'web/src/features/leads/form/a.tsx': "import '#web/features/leads/lists/a.tsx';",
    'web/src/features/leads/record/a.tsx': "import '#web/features/leads/form/a.tsx';",
    'web/src/features/employees/a.tsx': "import '#web/features/leads/record/b.ts';",
  },
  noImportCycles: { 'web/src/ui/cycle.ts': "import './cycle-back.ts';" },
  noBarrelFile: { 'web/src/ui/barrel.ts': "export { b } from './b.ts';" },
  noDefaultExport: { 'web/src/ui/default.tsx': 'export default 1;' },
  noExplicitAny: { 'server/src/any.ts': 'export const a: any = 1;' },
  noExcessiveLinesPerFile: { 'server/src/long.ts': 'export const a = 1;\n'.repeat(301) },
  noProcessEnv: { 'server/src/a/env.ts': 'export const a = process.env;' },
  noFocusedTests: { 'server/src/only.test.ts': "test.only('a', () => {});" },
  useFilenamingConvention: { 'web/src/ui/leadStatus.ts': '' },
};

const sound: Record<string, string> = {
  'contract/src/c.ts': "import { z } from 'zod'; import './b.ts';",
  'server/src/a/e.ts': "import '#server/b/b.service.ts'; import '#server/lib/x.ts'; import '#contract/b.ts';",
  'server/src/a/c.db.ts': "import 'kysely'; import '#server/db/transaction.ts';",
  'server/src/a/a.api.test.ts': "import './a.db.ts'; import '#server/b/b.db.ts';",
  'web/src/ui/cycle-back.ts': "import './cycle.ts';",
  'web/src/routes/leadsByStatus.$status.tsx': "import '#web/features/a/a.tsx'; import '#web/ui/a.tsx';",
  'web/src/features/leads/lists/b.tsx':
    "import '#web/features/leads/record/b.ts'; import '#web/features/leads/form/b.tsx';",
  'web/src/features/leads/form/b.tsx': "import '#web/features/leads/record/b.ts';",
  'web/src/features/employees/b.tsx': "import '#web/features/employees/assignment/a.tsx';",
  'web/src/features/a/d.tsx': "import './a.tsx'; import '#web/ui/a.tsx'; import '#web/lib/a.ts';",
};

const report = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

async function lint(files: Record<string, string>): Promise<Set<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-layers-'));
  try {
    for (const name of ['biome.json', 'package.json', 'structure/layers.json']) {
      await cp(join(root, name), join(folder, name));
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
    });
    const { diagnostics } = report.parse(JSON.parse(output));
    return new Set(
      diagnostics.map(({ category, location }) => `${category.split('/').at(-1)} ${location.path}`),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('Biome', () => {
  let found: Set<string>;
  beforeAll(async () => {
    found = await lint(Object.assign({}, sound, ...Object.values(broken)));
  });

  for (const [rule, examples] of Object.entries(broken)) {
    test(`refuses what ${rule} names`, () => {
      const expected = Object.keys(examples).map((path) => `${rule} ${path}`);
      expect(expected.filter((each) => !found.has(each))).toEqual([]);
    });
  }

  test('allows what the layers allow', () => {
    const refused = [...found].filter((each) => /^noRestrictedImports|^useFilenaming/.test(each));
    expect(refused.filter((each) => Object.keys(sound).some((path) => each.endsWith(` ${path}`)))).toEqual(
      [],
    );
  });
});
