import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import {
  downloadRefusedImportRows,
  type ImportDetail,
  type ImportSummary,
  revertImport,
} from '#contract/imports.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { ImportSection } from './import-section.tsx';
import classes from './imports.module.css';
import { RefusedRows } from './refused-rows.tsx';

/** Shows what came of an import that has ended, and offers to revert it. */
export function ImportOutcome({ one }: { one: ImportDetail }) {
  const t = useTranslations('imports.outcome');
  const contractText = useContractText();
  const formats = useFormats();
  const { openDialog } = useDialogs();
  const { _id: id, state, taken, refused, revertUntil, revertedBy, startedAt, fault } = one;
  const reverted =
    state === 'reverted' && revertedBy && startedAt
      ? {
          title: t('revertedTitle'),
          why: t('revertedBy', { at: formats.moment(startedAt), name: revertedBy.name }),
        }
      : { title: t('title') };
  const params = { id };
  const mayRevert = mayCall(revertImport, useSession()?.level);
  return (
    <>
      <ImportSection {...reverted}>
        {state === 'failed' && <Notice isAnswer={false}>{contractText(fault ?? '')}</Notice>}
        {(state === 'stopped' || state === 'expired') && <Notice tone="warning">{t(state)}</Notice>}
        {state !== 'expired' && <ImportCounts one={one} />}
        {revertUntil && mayRevert && (
          <p className="quiet">{t('revertUntil', { at: formats.moment(revertUntil) })}</p>
        )}
        <div className="button-row">
          {one.noun === 'leads' && taken > 0 && state !== 'reverted' && <ShowImportedLeads one={one} />}
          {refused > 0 && (
            <DownloadButton
              endpoint={downloadRefusedImportRows}
              input={{ params }}
              label={t('download')}
              failed={t('downloadFailed')}
            />
          )}
          {revertUntil && mayRevert && (
            <Button
              variant="default"
              leftSection={<IconRestore size={16} stroke={1.75} />}
              onClick={() => openDialog('import.revert', id)}
            >
              {t('revert')}
            </Button>
          )}
        </div>
      </ImportSection>
      {refused > 0 && state !== 'reverted' && state !== 'expired' && <RefusedRows one={one} />}
      {one.differing.length > 0 && state !== 'reverted' && <Differing one={one} />}
      {one.kept.length > 0 && <Kept one={one} />}
    </>
  );
}

function ShowImportedLeads({ one: { _id: id, taken } }: { one: ImportDetail }) {
  const t = useTranslations('imports.outcome');
  const isOverseer = mayCall(listManagementLeads, useSession()?.level);
  const target = isOverseer
    ? ({ to: '/main/manageMentLead/$status', params: { status: 'all' } } as const)
    : ({ to: '/main/leads' } as const);
  return (
    <LinkButton {...target} search={{ import: id }}>
      {t('show', { count: taken })}
    </LinkButton>
  );
}

// Rows that joined a lead and say something else than it does.
function Differing({ one: { differing, differingCount } }: { one: ImportDetail }) {
  const t = useTranslations('imports.outcome');
  const formats = useFormats();
  const state = useBackLinkState();
  const more = differingCount - differing.length;
  return (
    <ImportSection title={t('differingTitle')}>
      <ul className={classes.rows} aria-label={t('differingTitle')}>
        {differing.map(({ row, lead, name, fields }) => (
          <li key={row} className={classes.kept}>
            <Link to="/main/lead/$id" params={{ id: lead }} state={state}>
              {name}
            </Link>
            <span className="quiet">
              {t('differingRow', {
                row,
                fields: formats.list(fields.map((field) => t(`differingFields.${field}`))),
              })}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="quiet">{t('more', { count: more })}</p>}
    </ImportSection>
  );
}

function Kept({ one: { kept, keptCount } }: { one: ImportDetail }) {
  const t = useTranslations('imports.outcome');
  const state = useBackLinkState();
  const more = keptCount - kept.length;
  return (
    <ImportSection title={t('keptTitle')}>
      <ul className={classes.rows} aria-label={t('keptTitle')}>
        {kept.map(({ _id: id, noun, name, reason }) => (
          <li key={id} className={classes.kept}>
            <Link
              to={noun === 'leads' ? '/main/lead/$id' : '/main/customerOrders/$id'}
              params={{ id }}
              state={state}
            >
              {name}
            </Link>
            <span className="quiet">{t(`reasons.${reason}`)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="quiet">{t('more', { count: more })}</p>}
    </ImportSection>
  );
}

const outcomes = ['taken', 'beside', 'joined', 'skipped', 'refused'] as const;
const reverts = ['reverted', 'restored', 'kept'] as const;
const rare: readonly string[] = ['beside', 'restored'];

/** Shows how many rows of an import were taken, joined, skipped and refused. */
export function ImportCounts({ one }: { one: ImportSummary }) {
  const t = useTranslations('imports.outcome');
  const format = useFormatter();
  const counts = { ...one, kept: one.keptCount };
  const all = one.state === 'reverted' ? reverts : outcomes;
  const names = all.filter((name) => counts[name] > 0 || !rare.includes(name));
  return (
    <div className={classes.counts}>
      <MetricRow label={t('title')}>
        {names.map((name) => (
          <MetricCard key={name} label={t(name)} value={format.number(counts[name])} />
        ))}
      </MetricRow>
    </div>
  );
}
