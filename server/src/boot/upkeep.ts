import { deleteExpiredRegistrations } from '#server/auth/registration/waiting-registrations.service.ts';
import { reportAbandonedLogins } from '#server/auth/second-factor/login-steps.service.ts';
import { deleteExpiredSessions } from '#server/auth/sessions/sessions.service.ts';
import { deleteOldBulkChanges } from '#server/bulk/bulk.service.ts';
import type { Context } from '#server/context.ts';
import { deleteOldMergeUndos } from '#server/customers/merge/merges.service.ts';
import { expireImports } from '#server/imports/imports.service.ts';
import { expireDeliveries } from '#server/intake/forget-deliveries.service.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { cleanDueCounts } from '#server/leads/queue/lead-queue.service.ts';
import { getErrorCode } from '#server/lib/errors.ts';
import { forgetErasedNumbers } from '#server/privacy/erased-numbers.service.ts';
import { deleteOldAudit, deleteOldPictures, eraseOldLeads } from '#server/privacy/retention.service.ts';

const every = 10 * 60_000;

type Chore = (context: Context) => Promise<boolean>;

const chores: readonly Chore[] = [
  deleteExpiredRegistrations,
  deleteExpiredSessions,
  reportAbandonedLogins,
  deleteOldBulkChanges,
  cleanDueCounts,
  eraseOldLeads,
  deleteOldAudit,
  deleteOldPictures,
  expireDeliveries,
  expireImports,
  deleteOldMergeUndos,
  forgetErasedNumbers,
];

/** Makes the recurring job that deletes what has expired, a part of each kind in turn. */
export function upkeepJob(context: Context): JobKind {
  return recurringJob(context, {
    name: 'upkeep',
    every,
    run: (stopping) => runChores(chores, context, stopping),
  });
}

class ChoreFailedError extends Error {
  override name = 'ChoreFailedError';
  readonly code: string;

  constructor(chore: string, cause: unknown) {
    super(`${chore} failed`, { cause });
    this.code = `${chore}: ${getErrorCode(cause) || String(cause)}`;
  }
}

/**
 * Runs a part of each chore in turn, until none has more: neither a failing nor an endless chore holds up the others.
 *
 * @throws the first failure, once the others are done.
 */
export async function runChores(
  all: readonly Chore[],
  context: Context,
  stopping: AbortSignal,
): Promise<void> {
  let failure: ChoreFailedError | undefined;
  for (let open = all; open.length > 0; ) {
    const more: Chore[] = [];
    for (const chore of open) {
      if (stopping.aborted) return;
      try {
        if (await chore(context)) more.push(chore);
      } catch (error) {
        failure ??= new ChoreFailedError(chore.name, error);
      }
    }
    open = more;
  }
  if (failure) throw failure;
}
