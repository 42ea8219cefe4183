import { type RawBuilder, sql } from 'kysely';

/** Selects, of the texts that were read of a delivery `d`, the one with this path, such as `sender.name`; null without it. */
export function selectDeliveryText(path: string): RawBuilder<string | null> {
  return sql`jsonb_path_query_first(d.parsed, '$.texts[*] ? (@.path == $name).text', jsonb_build_object('name', ${path}::text)) #>> '{}'`;
}
