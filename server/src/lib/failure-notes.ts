/** Of a failed statement only code and place: PostgreSQL's messages quote whole rows. */
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
