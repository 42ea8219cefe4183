/** An error on which the person at the terminal can act: one line without secrets, printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Says that an upgrade failed, or that the data are another version's: somebody must act before another start helps. */
export class UpgradeError extends StartError {
  override name = 'UpgradeError';
}

// EX_CONFIG of sysexits.h: a service manager that knows it does not try again.
const SOMEBODY_MUST_ACT = 78;

/** Returns the exit code of a program that fails with this error. */
export function getExitCode(error: unknown): number {
  return error instanceof UpgradeError ? SOMEBODY_MUST_ACT : 1;
}

/** Returns the `code` of an error, such as `ENOENT`; '' without one. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns what may be logged of an error: only code and place of a failed statement, since PostgreSQL's messages quote whole rows. */
export function describeFailureForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
  const { code, severity, constraint, table, routine } = error as Error & Record<string, unknown>;
  if (severity) return { type: 'DatabaseError', code, constraint, table, routine, frames };
  return { type: error.name, message: error.message, code, frames };
}
