import { isManagement } from '#contract/levels.ts';
import type { Account } from '#contract/people.ts';
import type { Notice } from './notices.ts';

export function mayHear(actor: Account, notice: Notice): boolean {
  if (notice.kind === 'refresh') return true;
  const { scope } = notice;
  if (notice.kind === 'account') return scope.employee === actor._id;
  if (actor.level === 'unassigned' || notice.kind === 'sessionEnd') return false;
  if (notice.kind === 'employee') return isManagement(actor.level);
  if (notice.kind === 'invite') return actor.level === 'superAdmin';
  if (notice.kind !== 'lead' || actor.level !== 'service') return true;
  return actor.serviceCenter.some((center) => scope.centers?.includes(center._id));
}
