import { describe, expect, test } from 'vitest';
import { listSources, readText } from './tree.ts';

const shared = ['boot', 'db', 'http', 'lib', 'testing'];

const nounOf = (path: string) => /^server\/src\/([^/]+)\//.exec(path)?.[1];

function intrusions(path: string, text: string): string[] {
  const noun = nounOf(path);
  if (!noun || path.endsWith('.test.ts') || ['boot', 'testing'].includes(noun)) return [];
  return [...text.matchAll(/(?:from|import) '#(server\/[^']+)'/g)].flatMap(([, target = '']) => {
    const other = nounOf(target.replace('server/', 'server/src/'));
    const isFree = !other || other === noun || shared.includes(other) || target.endsWith('.service.ts');
    return isFree ? [] : [`${path} ${target}`];
  });
}

const tables: Record<string, readonly string[]> = {
  audit: ['audit_log'],
  bookings: ['bookings'],
  'booking-rules': ['booking_rules'],
  bulk: ['bulk_actions', 'bulk_leads'],
  auth: [
    ...['one_time_tokens', 'registrations', 'sessions', 'throttles'],
    ...['authenticator_apps', 'login_steps', 'recovery_codes', 'second_factor_offers'],
    ...['passkeys', 'passkey_challenges', 'invites', 'invite_service_centers'],
  ],
  comments: ['lead_comments', 'lead_mentions'],
  contacts: ['lead_contacts'],
  'customer-messages': ['customer_messages', 'message_checks', 'message_settings', 'sms_gateway'],
  customers: [
    ...['customers', 'customer_addresses', 'customer_counts', 'customer_merges', 'customer_suggestions'],
    ...['erased_numbers', 'stopped_numbers'],
  ],
  dealer: ['dealer'],
  duplicates: ['duplicate_checks', 'duplicate_keys', 'duplicate_pairs'],
  employees: ['employees', 'employee_service_centers'],
  imports: ['imports', 'import_chunks', 'import_rows', 'import_leads'],
  intake: [
    'connections',
    'connection_days',
    'connection_sources',
    'connection_volumes',
    'declined_offers',
    'deliveries',
    'delivery_attachments',
    'intake_centers',
    'intake_turns',
    'message_pictures',
    'meta_connections',
    'stored_volumes',
    'website_forms',
    'whatsapp_messages',
  ],
  jobs: ['jobs'],
  leads: [
    ...['leads', 'lead_versions', 'lead_merges', 'idempotency_keys'],
    ...['lead_totals', 'lead_figures', 'lead_due_counts', 'lead_advisor_counts'],
  ],
  offerings: ['offerings'],
  pictures: ['pictures'],
  privacy: ['customer_erasures'],
  'service-centers': ['service_centers'],
  'working-hours': ['holidays', 'response_targets', 'working_hours'],
};

const writes =
  /\b(?:(?:insertInto|updateTable|deleteFrom|mergeInto)\('|(?:insert into|delete from|merge into|truncate) |update (?=\w+ (?:(?:as )?\w+ )?set\b))(\w+)/g;

/** The nouns whose names others show with their own rows. */
const named = ['dealer', 'employees', 'offerings', 'service-centers'];

/** Says of each noun whose tables it reads, besides its own and those of {@link named}: what a change of a table concerns. */
const readsOf: Record<string, readonly string[]> = {
  bookings: ['leads'],
  'booking-rules': ['bookings'],
  bulk: ['leads'],
  comments: ['leads'],
  'customer-messages': ['bookings', 'contacts', 'customers', 'intake', 'leads'],
  customers: ['imports', 'leads'],
  dashboard: ['bookings', 'leads'],
  dealer: ['leads'],
  duplicates: ['customers', 'leads'],
  exports: ['auth', 'comments', 'customers', 'intake', 'leads'],
  imports: ['customers', 'leads'],
  intake: ['customers', 'leads'],
  leads: ['auth', 'bookings', 'comments', 'contacts', 'customer-messages', 'customers', 'imports', 'intake'],
  offerings: ['leads'],
  privacy: ['customers'],
  reports: ['contacts', 'leads'],
  sample: ['leads'],
  'service-centers': ['leads'],
  setup: ['auth', 'booking-rules', 'customer-messages', 'imports', 'intake', 'leads', 'working-hours'],
};

const reads = /\b(?:(?:selectFrom|innerJoin|leftJoin)\('|(?:from|join|using) )(\w+)/g;

function foreignReads(path: string, text: string): string[] {
  const noun = nounOf(path);
  if (!noun || path.endsWith('.test.ts') || shared.includes(noun)) return [];
  return [...text.replace(/\s+/g, ' ').matchAll(reads)].flatMap(([, table = '']) => {
    const owner = Object.keys(tables).find((each) => tables[each]?.includes(table));
    return !owner || owner === noun || named.includes(owner) ? [] : [owner];
  });
}

function foreignWrites(path: string, text: string): string[] {
  const noun = nounOf(path);
  if (!noun || path.endsWith('.test.ts') || ['db', 'testing'].includes(noun)) return [];
  return [...text.replace(/\s+/g, ' ').matchAll(writes)].flatMap(([, table = '']) =>
    tables[noun]?.includes(table) ? [] : [`${path} writes ${table}`],
  );
}

describe('a noun of the server', () => {
  const sources = listSources().filter((path) => path.startsWith('server/src/') && path.endsWith('.ts'));

  test('is reached by the others only through its services', () => {
    expect(sources.flatMap((path) => intrusions(path, readText(path)))).toEqual([]);
  });

  test('alone writes its tables', () => {
    expect(sources.flatMap((path) => foreignWrites(path, readText(path)))).toEqual([]);
  });

  test('reads the tables of others only where its SQL is, and none but those that are listed', () => {
    const found = sources.map((path) => ({ path, owners: foreignReads(path, readText(path)) }));
    expect(found.filter(({ path, owners }) => owners.length > 0 && !path.endsWith('.db.ts'))).toEqual([]);
    const byNoun = Map.groupBy(found, ({ path }) => nounOf(path) ?? '');
    const read = [...byNoun].map(([noun, files]) => [noun, files.flatMap(({ owners }) => owners)] as const);
    expect(
      Object.fromEntries(
        read.flatMap(([noun, owners]) => (owners.length > 0 ? [[noun, [...new Set(owners)].sort()]] : [])),
      ),
    ).toEqual(readsOf);
  });

  test('owns each table, and no two own the same', () => {
    const [, all = ''] = /export interface DB \{([^}]*)\}/.exec(readText('server/src/db/types.ts')) ?? [];
    expect(Object.values(tables).flat().sort()).toEqual([...all.matchAll(/(\w+):/g)].map(([, name]) => name));
  });

  test.each([
    "db.insertInto('leads')",
    "cte.updateTable('leads')",
    "db.deleteFrom('leads')",
    'sql`insert into leads (id) values (1)`',
    'sql`with gone as (\n  delete\n  from leads where id = 1)`',
    'sql`update leads set name = 1`',
    'sql`update leads as l\n  set name = 1`',
    "db.insertInto('table_of_nobody')",
  ])('a write to a table of another noun is found: %s', (text) => {
    expect(foreignWrites('server/src/customers/a.db.ts', text)).toHaveLength(1);
  });

  test.each([
    ['leads/lists', "db.insertInto('leads'); sql`delete from lead_figures`"],
    ['reports', "db.selectFrom('leads').forUpdate(); sql`select from leads for update skip locked`"],
    ['customers', "sql`insert into customers values (1) on conflict do update set name = 'a'`"],
    ['employees', '/** Makes room; see leads and their update. */ const updated = new Set();'],
  ])('what %s may do is not: %s', (folder, text) => {
    expect(foreignWrites(`server/src/${folder}/a.db.ts`, text)).toEqual([]);
  });

  test.each([
    "db.selectFrom('leads')",
    "db.selectFrom('customers').innerJoin('leads', 'a', 'b')",
    'sql`select from leads`',
    'sql`select from a\n  left join leads l on true`',
    'sql`delete from customers using leads`',
  ])('a read of a table of another noun is found: %s', (text) => {
    expect(foreignReads('server/src/customers/a.db.ts', text)).toEqual(['leads']);
    expect(foreignReads('server/src/leads/a.db.ts', text)).not.toContain('leads');
  });

  test.each([
    ['server/src/a/a.ts', "import { b } from '#server/b/b.db.ts';"],
    ['server/src/a/a.ts', "import '#server/b/b.policy.ts';"],
    ['server/src/a/room/a.ts', "import type { B } from '#server/b/room/b.ts';"],
    ['server/src/http/a.ts', "import { b } from '#server/b/b.db.ts';"],
  ])('reaching past a service is found: %s %s', (path, text) => {
    expect(intrusions(path, text)).toHaveLength(1);
  });

  test.each([
    [
      'server/src/a/a.ts',
      "import { b } from '#server/b/b.service.ts'; import '#server/b/room/c.service.ts';",
    ],
    [
      'server/src/a/a.ts',
      "import './a.db.ts'; import '#server/a/room/b.db.ts'; import '#server/context.ts';",
    ],
    ['server/src/a/room/a.ts', "import '#server/a/a.db.ts'; import '#server/a/other/b.db.ts';"],
    ['server/src/a/a.ts', "import '#server/db/transaction.ts'; import '#server/http/guard/limits.ts';"],
    ['server/src/a/a.api.test.ts', "import '#server/b/b.db.ts';"],
    ['server/src/app.ts', "import '#server/a/a.routes.ts';"],
  ])('what is allowed is not: %s %s', (path, text) => {
    expect(intrusions(path, text)).toEqual([]);
  });
});
