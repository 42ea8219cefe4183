import { DatabaseSilentError } from './connections/stall-guard.ts';

// 25006: a standby, or a server that was one meanwhile, takes no writes.
const awayStates = new Set([
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  '25006',
]);
const protocolViolation = '08P01';
const lockHeld = '55P03';
const tooSlow = '57014';
const diskFull = '53100';
const exhaustedStates = new Set(['53000', '53200']);
const awayErrnos = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const unsentCodes = new Set([
  '08001',
  '08004',
  '57P03',
  '53300',
  '25006',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const awayMessages = [
  /^Connection terminated/,
  /timeout exceeded when trying to connect/,
  /client has encountered a connection error/i,
  /^Client was closed and is not queryable/,
  /^Query read timeout/,
];
const retryStates = new Set(['40001', '40P01']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Tells whether the database could not be reached, broke the connection, is starting or stopping, or did not answer. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    awayStates.has(code) ||
    awayErrnos.has(code) ||
    error instanceof DatabaseSilentError ||
    (code === protocolViolation && 'severity' in error && error.severity === 'FATAL') ||
    awayMessages.some((message) => message.test(error.message))
  );
}

/** Tells whether the statement that failed since the database is away was not sent, or was refused. */
export function isStatementUnsent(error: unknown): boolean {
  return (
    error instanceof DatabaseSilentError ||
    unsentCodes.has(codeOf(error)) ||
    (error instanceof Error && /when trying to connect|due to connection timeout/.test(error.message))
  );
}

/** Tells whether the database had too much to do to answer in time, or others were always faster; whether it could be reached at all, {@link isDatabaseAway} tells. */
export function isDatabaseBusy(error: unknown): boolean {
  return (
    isLockHeld(error) || isDatabaseSlow(error) || isRetryable(error) || exhaustedStates.has(codeOf(error))
  );
}

/** Tells whether the database has no space left for what it was to store. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === diskFull;
}

/** Tells whether somebody else held a lock for longer than it may be waited for. */
export function isLockHeld(error: unknown): boolean {
  return codeOf(error) === lockHeld;
}

/** Tells whether a statement was ended since it took longer than it may. */
export function isDatabaseSlow(error: unknown): boolean {
  return codeOf(error) === tooSlow;
}

/** Tells whether a transaction lost a race, so that it can be tried again. */
export function isRetryable(error: unknown): boolean {
  return retryStates.has(codeOf(error));
}

/** Runs a write, and throws what `refusal` makes if the unique index of this name refused a row. @returns what the write returns. */
export async function throwIfTaken<T>(
  index: string,
  write: () => Promise<T>,
  refusal: () => Error | Promise<Error>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const isTaken =
      codeOf(error) === '23505' &&
      error instanceof Error &&
      'constraint' in error &&
      error.constraint === index;
    throw isTaken ? await refusal() : error;
  }
}
