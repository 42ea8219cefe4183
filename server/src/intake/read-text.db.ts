import { type RawBuilder, sql } from 'kysely';

/** Selects the text at a path of what was read of a delivery `d`. */
export function selectDeliveryText(path: string): RawBuilder<string | null> {
  return sql`jsonb_path_query_first(d.parsed, '$.texts[*] ? (@.path == $name).text', jsonb_build_object('name', ${path}::text)) #>> '{}'`;
}
