import { expect, test } from 'vitest';
import { listSystemWarnings } from './warnings.ts';

const now = new Date('2026-03-10T12:00:00Z');
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const last = (hours: number) => ({ at: before(hours), bytes: 1 });
const fine = {
  now,
  replica: { isRead: true, lagSeconds: 0.2 },
  intake: { isNearlyFull: false, lastRefusal: before(24.1) },
  backups: { isScheduled: true, hasFailed: false, last: last(25.9) },
  emails: { waiting: 3, failed: 0 },
  jobs: { waiting: 1, failed: 0 },
  areMessagesFailing: false,
  oldestJobAt: before(0.08),
  hasMailServer: true,
  isLocalOnly: false,
  diskFree: 2 ** 30,
  isPostgresOld: false,
};

test('nothing needs attention while everything works, nor before the first backup', () => {
  expect(listSystemWarnings(fine)).toEqual([]);
  expect(listSystemWarnings({ ...fine, backups: { ...fine.backups, last: null } })).toEqual([]);
  expect(listSystemWarnings({ ...fine, diskFree: undefined })).toEqual([]);
  expect(listSystemWarnings({ ...fine, replica: null })).toEqual([]);
});

test.each([
  [{ diskFree: 2 ** 30 - 1 }, ['diskLow']],
  [{ backups: { ...fine.backups, hasFailed: true } }, ['backupFailed']],
  [{ backups: { ...fine.backups, last: last(26.1) } }, ['backupOld']],
  [{ backups: { isScheduled: false, hasFailed: false, last: null } }, ['backupsOff']],
  [{ emails: { waiting: 0, failed: 1 } }, ['emailsFailing']],
  [{ areMessagesFailing: true }, ['messagesFailing']],
  [{ jobs: { waiting: 0, failed: 1 } }, ['jobsFailing']],
  [{ intake: { isNearlyFull: true, lastRefusal: before(23.9) } }, ['intakeFull', 'intakeRefused']],
  [{ oldestJobAt: before(0.1) }, ['jobsWaiting']],
  [{ replica: { isRead: false, lagSeconds: null } }, ['replicaAway']],
  [{ replica: { isRead: false, lagSeconds: 5.1 } }, ['replicaBehind']],
  [{ isPostgresOld: true }, ['postgresOld']],
  [{ isLocalOnly: true }, ['localAddress']],
  [{ hasMailServer: false, emails: { waiting: 0, failed: 2 } }, ['emailsFailing', 'emailsToFiles']],
])('what fails or is missing is told, most urgent first: %j', (facts, warnings) => {
  expect(listSystemWarnings({ ...fine, ...facts })).toEqual(warnings);
});
