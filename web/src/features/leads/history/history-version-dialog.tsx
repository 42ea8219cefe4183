import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { defaultPageSize } from '#contract/business.ts';
import { listLeadHistory } from '#contract/leads/lead-history.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { LeadFacts } from '#web/features/leads/record/lead-facts.tsx';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { StatusBar } from '#web/ui/feedback/status-bar.tsx';
import { StatusBadge } from '#web/ui/feedback/status-dot.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { EmptyState, LoadFailed } from '#web/ui/list/list-states.tsx';
import { restorableFields } from './history-restore.ts';
import { HistoryRestoreLine } from './history-restore-line.tsx';
import classes from './history-version-dialog.module.css';

/** Shows a version of a lead with its changes marked, each of which can be restored. `id` is the lead's and the version's number. */
export function LeadVersionDialog({ id: idAndVersion, onClose }: DialogProps) {
  const t = useTranslations('leadDetails');
  const { replaceDialog } = useDialogs();
  const [id = '', version] = idAndVersion.split('.');
  return (
    <RecordDialog query={useQuery(leadQuery(id))} title={t('title')} fields={5} onClose={onClose}>
      {(lead) => (
        <LeadVersion
          current={lead}
          version={Math.max(1, Math.trunc(Number(version)) || 1)}
          onVersion={(number) => replaceDialog('lead.version', `${id}.${number}`)}
          onClose={onClose}
        />
      )}
    </RecordDialog>
  );
}

type LeadVersionProps = {
  current: Lead;
  version: number;
  onVersion: (version: number) => void;
  onClose: () => void;
};

function LeadVersion({ current, version: number, onVersion, onClose }: LeadVersionProps) {
  const t = useTranslations('leadHistory');
  const leads = useTranslations('leads');
  const formats = useFormats();
  const level = useSession()?.level;
  const page = useQuery(
    endpointPage(listLeadHistory, {
      params: { entryId: current.entryId },
      query: { page: pageOfVersion(number, current.version), own: 'true' },
    }),
  );
  const version = page.data?.rows.find((one) => one.version === number);

  return (
    <Dialog
      isTall
      title={t('version', { version: number, total: current.version })}
      size={640}
      onClose={onClose}
    >
      {number > current.version ? (
        <EmptyState title={t('missing')} why={t('missingWhy', { total: current.version })} />
      ) : version ? (
        <>
          <div className={classes.head}>
            <StatusBadge status={version.status}>{leads(`statuses.${version.status}`)}</StatusBadge>
            <span>
              {t('byWhen', {
                name: version.lastModifiedBy.name,
                moment: formats.moment(version.createdAt),
              })}
            </span>
            <HistorySteps version={number} total={current.version} onVersion={onVersion} />
          </div>
          {number === current.version && <p className={classes.newest}>{t('newest')}</p>}
          <LeadFacts
            lead={version}
            edited={version.changedFields}
            isVersion
            below={(fact) => {
              const field = restorableFields.find((one) => one === fact);
              return (
                field &&
                level && (
                  <HistoryRestoreLine field={field} version={version} current={current} level={level} />
                )
              );
            }}
          />
        </>
      ) : page.error ? (
        <LoadFailed error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <RecordSkeleton />
      )}
      <div className={classes.undo}>
        <StatusBar as="foot" />
      </div>
    </Dialog>
  );
}

type HistoryStepsProps = { version: number; total: number; onVersion: (version: number) => void };

function HistorySteps({ version, total, onVersion }: HistoryStepsProps) {
  const t = useTranslations('leadHistory');
  return (
    <span className={classes.steps}>
      <IconButton
        label={t('older')}
        icon={<IconChevronLeft size={18} stroke={1.75} />}
        disabled={version <= 1}
        onClick={() => onVersion(version - 1)}
      />
      <IconButton
        label={t('newer')}
        icon={<IconChevronRight size={18} stroke={1.75} />}
        disabled={version >= total}
        onClick={() => onVersion(version + 1)}
      />
    </span>
  );
}

function pageOfVersion(version: number, total: number): number {
  return Math.max(0, Math.floor((total - version) / defaultPageSize)) + 1;
}
