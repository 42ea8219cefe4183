import { isManagement } from '#contract/levels.ts';
import type { Account } from '#contract/people.ts';
import type { Notice } from './notices.ts';

/** Tells whether somebody may hear of a notice. */
export function mayReceiveNotice(actor: Account, notice: Notice): boolean {
  if (notice.kind === 'refresh') return true;
  const { scope } = notice;
  if (notice.kind === 'account') return scope.employee === actor._id;
  if (actor.level === 'unassigned' || notice.kind === 'sessionEnd') return false;
  if (notice.kind === 'mention') return scope.employee === actor._id;
  if (notice.kind === 'employee' || notice.kind === 'customer') return isManagement(actor.level);
  if (notice.kind === 'import') return isManagement(actor.level) || actor.level === 'dataEntry';
  if (['intake', 'duplicates'].includes(notice.kind)) return isManagement(actor.level);
  if (notice.kind === 'invite' || notice.kind === 'connection') return actor.level === 'superAdmin';
  const isOfLead = ['lead', 'leads', 'comment', 'offer', 'customerMessage', 'presence'].includes(notice.kind);
  if (!isOfLead || actor.level !== 'service') return true;
  return scope.centers?.some((center) => receivesNoticesOfCenter(actor, center)) ?? false;
}

/** Tells whether somebody may hear of the leads of a center. */
export function receivesNoticesOfCenter({ level, serviceCenter }: Account, center: string): boolean {
  return level !== 'service' || serviceCenter.some(({ _id }) => _id === center);
}
