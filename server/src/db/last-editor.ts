import { sql } from 'kysely';
import type { Person } from '#contract/people.ts';

/** Who changed the selected row last; for a query with one `last_modified_by`. */
export const lastEditor = sql<Person | null>`(
  select json_build_object('_id', e.id, 'name', e.name) from employees e where e.id = last_modified_by)`;
