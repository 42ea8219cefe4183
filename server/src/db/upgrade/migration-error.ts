import { StartError } from '#server/lib/start-error.ts';

/** The database refused a step of an upgrade, or the connection broke: the version before can go on. `cause` is why. */
export class MigrationError extends StartError {
  override name = 'MigrationError';
}

/** @param what was to be done, such as `migration 0012-jobs`. */
export function migrationError(what: string, cause: unknown): MigrationError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const isRefused = cause instanceof Error && 'severity' in cause;
  const message = isRefused ? `The database refused the ${what}` : `The ${what} was broken off`;
  return new MigrationError(`${message}: ${reason}`, { cause });
}
