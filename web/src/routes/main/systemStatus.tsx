import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { getSystemStatus, type SystemStatus as Status } from '#contract/system/system-status.ts';
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx';
import classes from '#web/features/system/system-status.module.css';
import { FactList, SystemWarnings, TableSizes } from '#web/features/system/system-status.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SettingsSection } from '#web/ui/form/settings-section.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { LoadFailed } from '#web/ui/list/list-states.tsx';

// Few people open it: its call stays out of the first load.
export const Route = createFileRoute('/main/systemStatus')({ component: SystemStatus });

const readAgain = 30_000;

const skeletonRows = ['database', 'work', 'intake', 'people', 'backups', 'versions'] as const;

function SystemStatus() {
  const screens = useTranslations('frame.screens');
  const t = useTranslations('systemStatus');
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getSystemStatus),
    refetchInterval: readAgain,
  });
  const checked = data && (
    <span className={classes.checked}>{t('checked', { time: formats.timeOf(Date.parse(data.readAt)) })}</span>
  );
  return (
    <SettingsFrame>
      <Page title={screens('systemStatus')} action={!error && checked}>
        {error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Facts status={data} />
        ) : (
          skeletonRows.map((name) => (
            <SettingsSection key={name} title={t(name)}>
              <Skeleton />
            </SettingsSection>
          ))
        )}
      </Page>
    </SettingsFrame>
  );
}

function Facts({ status }: { status: Status }) {
  const t = useTranslations('systemStatus');
  const format = useFormatter();
  const formats = useFormats();
  const { database, emails, jobs, intake, live, backups, versions, readAt } = status;
  const { pitlane, commit } = versions;
  const ago = (at: string) => format.relativeTime(new Date(at), new Date(readAt));
  const { last } = backups;
  const replicaOf = ({ isRead, lagSeconds }: NonNullable<Status['database']['replica']>) =>
    lagSeconds === null ? t('replicaAway') : t(isRead ? 'replicaRead' : 'replicaBehind', { lagSeconds });
  return (
    <>
      <SystemWarnings status={status} />
      <div>
        <SettingsSection title={t('database')}>
          <FactList
            facts={[
              [t('version'), t(database.isEmbedded ? 'embedded' : 'own', { version: database.version })],
              ...(database.releasedOn
                ? [
                    [
                      t('released'),
                      t('releasedOn', {
                        day: formats.date(database.releasedOn),
                        age: ago(database.releasedOn),
                      }),
                    ] as const,
                  ]
                : []),
              [t('answers'), t('milliseconds', { answerMs: database.answerMs })],
              [
                t('connections'),
                t('connectionsOf', {
                  connections: database.connections,
                  mostConnections: database.mostConnections,
                }),
              ],
              [t('size'), formats.bytes(database.bytes)],
              ...(database.replica ? [[t('replica'), replicaOf(database.replica)] as const] : []),
            ]}
          />
          <TableSizes tables={database.tables} />
        </SettingsSection>
        <SettingsSection title={t('backups')}>
          <FactList
            facts={[
              [
                t('last'),
                last
                  ? t('lastAt', { moment: formats.moment(last.at), age: ago(last.at) })
                  : t(backups.isScheduled ? 'none' : 'off'),
              ],
              ...(last ? [[t('size'), formats.bytes(last.bytes)] as const] : []),
            ]}
          />
        </SettingsSection>
        <SettingsSection title={t('work')}>
          <FactList
            facts={[
              [t('emails'), t('queue', emails)],
              [t('jobs'), t('queue', jobs)],
            ]}
          />
        </SettingsSection>
        <SettingsSection title={t('intake')}>
          <FactList
            facts={[
              [
                t('stored'),
                t('storedOf', {
                  deliveries: intake.deliveries,
                  bytes: formats.bytes(intake.bytes),
                  mostBytes: intake.mostBytes === null ? 'none' : formats.bytes(intake.mostBytes),
                }),
              ],
              [
                t('thisHour'),
                t('broughtInHour', {
                  deliveries: intake.hourDeliveries,
                  bytes: formats.bytes(intake.hourBytes),
                }),
              ],
            ]}
          />
        </SettingsSection>
        <SettingsSection title={t('people')}>
          <FactList facts={[[t('open'), format.number(live)]]} />
        </SettingsSection>
        <SettingsSection title={t('versions')}>
          <FactList
            facts={[
              [t('pitlane'), commit ? t('commit', { pitlane, commit }) : pitlane],
              [t('node'), versions.node],
              [t('migration'), versions.migration],
              [t('started'), formats.moment(versions.startedAt)],
            ]}
          />
        </SettingsSection>
      </div>
    </>
  );
}
