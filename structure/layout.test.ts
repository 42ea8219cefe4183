import { describe, expect, test } from 'vitest';
import { codeRules } from './code-rules.ts';
import { cycleRule } from './cycle-rule.ts';
import { fileRules } from './file-rules.ts';
import { layoutRules } from './layout-rules.ts';
import type { Rule } from './rule.ts';
import { readSource } from './source.ts';
import { readTree } from './tree.ts';

const rules = [...layoutRules, cycleRule, ...fileRules, ...codeRules];

describe('the tree', () => {
  const tree = readTree();

  test('is read at all', () => {
    expect(tree.map(({ path }) => path)).toContain('structure/layout.test.ts');
    expect(tree.some(({ imports }) => imports.some(({ target }) => target === 'structure/tree.ts'))).toBe(
      true,
    );
  });

  for (const rule of rules) {
    test(rule.name, () => {
      const found = rule.find(tree).map(({ at, message }) => `${at} ${message}`);
      expect(found, `${found.join('\n')}\n→ ${rule.remedy}`).toEqual([]);
    });
  }
});

type Files = Record<string, string>;
/** For each rule: trees that break it, and one that comes close and does not. */
const examples: Record<string, { broken: Files[]; sound: Files }> = {
  'imports flow web → contract ← server': {
    broken: [
      { 'contract/src/a.ts': "import { x } from '#server/x.ts';" },
      { 'contract/src/a.ts': "import fs from 'node:fs';" },
      { 'server/src/a.ts': "import { x } from '#web/lib/x.ts';" },
      { 'web/src/a.ts': "import type { X } from '../../server/src/x.ts';" },
      { 'web/src/a.ts': "export type X = import('#server/x.ts').X;" },
      { 'server/src/a.ts': "const x = await import('../../e2e/x.ts');" },
    ],
    sound: {
      'contract/src/a.ts': "import { z } from 'zod'; import { b } from './b.ts';",
      'server/src/a.ts': "import { b } from '#contract/b.ts'; import './c.ts'; import 'node:fs';",
      'server/src/a.test.ts': "import { x } from '#web/lib/x.ts';",
      'web/src/a.ts': "import { b } from '#contract/b.ts'; import 'react';",
    },
  },
  'server: routes → service → policy, db': {
    broken: [
      { 'server/src/leads/leads.routes.ts': "import { findLead } from './leads.db.ts';" },
      { 'server/src/leads/leads.routes.ts': "import { pool } from '../db/pool.ts';" },
      { 'server/src/leads/leads.service.ts': "import { routes } from './leads.routes.ts';" },
      { 'server/src/leads/leads.service.ts': "import type { FastifyRequest } from 'fastify';" },
      { 'server/src/leads/leads.db.ts': "import { mayEdit } from './leads.policy.ts';" },
      { 'server/src/leads/leads.db.ts': "import { refuse } from '../http/errors.ts';" },
    ],
    sound: {
      'server/src/leads/leads.routes.ts':
        "import { edit } from './leads.service.ts'; import type { Db } from '../db/pool.ts'; import 'fastify';",
      'server/src/leads/leads.service.ts':
        "import { findLead } from './leads.db.ts'; import { mayEdit } from './leads.policy.ts';",
      'server/src/leads/leads.api.test.ts': "import { findLead } from './leads.db.ts';",
    },
  },
  'server: a policy is pure, with nothing of http or db in it': {
    broken: [
      { 'server/src/leads/leads.policy.ts': "import type { Session } from '../http/session.ts';" },
      { 'server/src/leads/leads.policy.ts': "import { findLead } from './leads.db.ts';" },
      { 'server/src/leads/leads.policy.ts': "import type { Kysely } from 'kysely';" },
    ],
    sound: { 'server/src/leads/leads.policy.ts': "import { isManagement } from '#contract/levels.ts';" },
  },
  'server: another noun only through its service': {
    broken: [
      {
        'server/src/leads/leads.service.ts':
          "import { findCenter } from '../service-centers/service-centers.db.ts';",
      },
      {
        'server/src/leads/leads.service.ts':
          "import { mayEdit } from '#server/employees/employees.policy.ts';",
      },
      { 'server/src/db/sample/sample.ts': "import { insertLead } from '../../leads/leads.db.ts';" },
      { 'server/src/lib/clock.ts': "import { getDealer } from '../dealer/dealer.service.ts';" },
    ],
    sound: {
      'server/src/leads/leads.service.ts':
        "import { getCenter } from '../service-centers/service-centers.service.ts';",
      'server/src/app.ts': "import { leadRoutes } from './leads/leads.routes.ts';",
      'server/src/boot/start.ts': "import { openHub } from '../events/event-hub.ts';",
      'server/src/leads/leads.db.ts': "import type { Db } from '../db/pool.ts';",
    },
  },
  'web: routes → features → ui, lib': {
    broken: [
      { 'web/src/ui/table.tsx': "import { LeadForm } from '../features/leads/lead-form.tsx';" },
      { 'web/src/lib/api.ts': "import { Button } from '../ui/button.tsx';" },
      { 'web/src/features/leads/lead-form.tsx': "import { Route } from '../../routes/main/leads.tsx';" },
      { 'web/src/features/leads/lead-form.tsx': "import { router } from '../../main.tsx';" },
      { 'web/src/widgets/a.tsx': "import '../lib/api.ts';" },
    ],
    sound: {
      'web/src/routes/main/leads.tsx':
        "import { LeadForm } from '../../features/leads/lead-form.tsx'; import '../../ui/table.tsx';",
      'web/src/ui/table.tsx':
        "import { format } from '../lib/format.ts'; import { Table } from '@mantine/core';",
      'web/src/main.tsx': "import { routeTree } from './route-tree.gen.ts'; import './routes/__root.tsx';",
    },
  },
  'web: features never import each other': {
    broken: [{ 'web/src/features/leads/a.tsx': "import { b } from '../offerings/b.ts';" }],
    sound: { 'web/src/features/leads/a.tsx': "import { b } from './b.ts'; import '../../ui/c.tsx';" },
  },
  'no import cycles': {
    broken: [
      {
        'server/src/a.ts': "import { b } from './b.ts';",
        'server/src/b.ts': "export { c } from './c.ts'; const own = 1;",
        'server/src/c.ts': "export const c = () => import('./a.ts');",
      },
      { 'web/src/a.ts': "import type { A } from './a.ts';" },
    ],
    sound: {
      'server/src/a.ts': "import { b } from './b.ts'; import { c } from './c.ts';",
      'server/src/b.ts': "import { c } from './c.ts';",
      'server/src/c.ts': 'export const c = 1;',
    },
  },
  'no barrels': {
    broken: [
      { 'web/src/ui/all.ts': "export * from './a.ts';\nexport { b } from './b.ts';" },
      { 'web/src/ui/all.ts': "import { a } from './a.ts';\nexport { a };" },
    ],
    sound: {
      'web/src/ui/a.ts': "export { b } from './b.ts';\nexport const a = 1;",
      'web/src/main.ts': "import './a.ts';",
    },
  },
  'no utils.ts or helpers.ts': {
    broken: [{ 'web/src/lib/utils.ts': '' }, { 'server/src/lib/date-helpers.ts': '' }],
    sound: { 'server/src/lib/utilisation.ts': '' },
  },
  'file and folder names are kebab-case': {
    broken: [
      { 'server/src/leadStatus.ts': '' },
      { 'web/src/ui/Table.tsx': '' },
      { 'web/src/features/serviceCenters/a.ts': '' },
      { 'server/src/db/migrations/0001_first.ts': '' },
      { 'web/src/ui/$id.tsx': '' },
    ],
    sound: {
      'server/src/leads/leads.api.test.ts': '',
      'web/src/routes/__root.tsx': '',
      'web/src/routes/main/leadsByStatus.$status.tsx': '',
      'server/src/db/migrations/0001-first.ts': '',
    },
  },
  'no file over 300 lines': {
    broken: [{ 'server/src/a.ts': '\n'.repeat(301) }],
    sound: { 'server/src/a.ts': '\n'.repeat(300), 'server/src/a.test.ts': '\n'.repeat(900) },
  },
  'named exports': {
    broken: [{ 'web/src/ui/a.tsx': 'export default function A() { return <p />; }' }],
    sound: {
      'web/src/ui/a.tsx': 'export function A() { return <p />; }',
      'vitest.config.ts': 'export default {};',
    },
  },
  'no any': {
    broken: [
      { 'server/src/a.ts': 'export const a: any = 1;' },
      { 'web/src/a.tsx': 'export const a = b as any;' },
      { 'server/src/a.test.ts': 'const a: Record<string, any[]> = {};' },
    ],
    sound: {
      'server/src/a.ts': "export const any = 'as any'; // as any other",
      'web/src/route-tree.gen.ts': 'export const tree = root as any;',
    },
  },
  'no suppressed checks': {
    broken: [
      { 'server/src/a.ts': '// @ts-ignore\nexport const a = 1;' },
      { 'web/src/a.tsx': 'export const a = <p>{/* biome-ignore lint/a11y: no */}</p>;' },
      { 'web/src/a.css': '/* biome-ignore lint: no */' },
    ],
    sound: { 'server/src/a.ts': "export const a = '@ts-ignore';" },
  },
  'no TODO or FIXME': {
    broken: [
      { 'server/src/a.ts': '/** TODO later */\nexport const a = 1;' },
      { 'web/src/a.css': '/* FIXME */' },
    ],
    sound: { 'server/src/a.ts': "export const a = 'TODO';" },
  },
  'only server/src/env.ts reads process.env': {
    broken: [
      { 'server/src/app.ts': 'export const port = process.env.PORT;' },
      { 'server/src/app.ts': "export const port = process['env'].PORT;" },
      { 'server/src/app.ts': 'const { env } = process; export const port = env.PORT;' },
      { 'server/src/app.ts': "import { env } from 'node:process'; export const port = env.PORT;" },
    ],
    sound: {
      'server/src/env.ts': 'export const port = process.env.PORT;',
      'server/src/app.ts': 'export const version = process.versions.node; // process.env is elsewhere',
      'scripts/start.mjs': 'export const port = process.env.PORT;',
    },
  },
  'SQL only in .db.ts files, db/ and migrations': {
    broken: [
      { 'server/src/leads/leads.service.ts': "export const find = 'select id from leads where id = $1';" },
      { 'server/src/leads/leads.service.ts': 'export const find = (db) => db.selectFrom("leads");' },
      { 'server/src/leads/leads.service.ts': 'export const find = (db) => sql`now()`;' },
      { 'server/src/events/events.service.ts': 'export const text = (to) => `NOTIFY lead`;' },
      { 'server/src/app.ts': 'export const text = `UPDATE leads SET name = 1`;' },
    ],
    sound: {
      'server/src/leads/leads.db.ts': "export const find = 'select id from leads';",
      'server/src/db/migrations/0001-first.ts': "export const up = 'create table leads (id uuid)';",
      'web/src/lib/messages.ts': "export const hint = 'Select a lead from the list';",
    },
  },
};

describe('each rule can fail', () => {
  const found = (rule: Rule, files: Files) =>
    rule.find(Object.entries(files).map(([path, text]) => readSource(path, text)));

  for (const rule of rules) {
    test(rule.name, () => {
      const example = examples[rule.name];
      if (!example) throw new Error('The rule has no example that breaks it');
      for (const files of example.broken) expect(found(rule, files), JSON.stringify(files)).not.toEqual([]);
      expect(found(rule, example.sound)).toEqual([]);
    });
  }
});
