import type { Pool } from 'pg';

/** Every row of every table as a line that begins with the table's name; bytes as the text that they are. */
export async function tableTexts(pool: Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<Record<string, unknown>>(`select * from ${name}`);
    for (const row of rows) {
      const texts = Object.values(row).map((value) =>
        Buffer.isBuffer(value) ? value.toString() : JSON.stringify(value),
      );
      lines.push(`${name}: ${texts.join(' ')}`);
    }
  }
  return lines;
}

export async function linesWith(pool: Pool, texts: readonly string[]): Promise<string[]> {
  const lines = await tableTexts(pool);
  return lines.filter((line) => texts.some((text) => line.toLowerCase().includes(text.toLowerCase())));
}
