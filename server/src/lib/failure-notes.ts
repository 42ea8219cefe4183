/**
 * What of a failure is written to the log. A failed statement tells its code and place, not its words: PostgreSQL quotes
 * whole rows in them.
 */
export function failureNotes(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
  const { code, severity, constraint, table, routine } = error as Error & Record<string, unknown>;
  if (severity) return { type: 'DatabaseError', code, constraint, table, routine, frames };
  return { type: error.name, message: error.message, code, frames };
}
