import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDueText } from '#web/features/leads/record/due-text.ts';
import { LeadViewersMark } from '#web/features/leads/record/present-mark.tsx';
import { listSourceParts } from '#web/features/leads/record/source-parts.ts';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { openOnPress } from '#web/ui/rows/data-list.tsx';
import { NewRowsNotice } from '#web/ui/rows/new-rows.tsx';
import { RowName } from '#web/ui/rows/row-parts.tsx';
import { useStableRows } from '#web/ui/rows/stable-rows.ts';
import { useRowKeys } from '#web/ui/rows/use-row-keys.ts';
import type { QueuedLead } from './queue.queries.ts';
import classes from './queue-lines.module.css';

const QueueOutcomes = lazyPart(() => import('./queue-outcomes.tsx'), 'QueueOutcomes', { failed: () => null });

type QueueLinesProps = {
  rows: QueuedLead[];
  isRefreshing: boolean;
  most: number;
  openId: string | undefined;
  hasCenters: boolean;
  onOpen: (lead: QueuedLead) => void;
  children: (
    rows: readonly QueuedLead[],
    lines: (rows: readonly QueuedLead[], label: string) => ReactNode,
  ) => ReactNode;
};

/** Shows leads, one a line; others' changes do not move the one pointed at. */
export function QueueLines({
  rows: fresh,
  isRefreshing,
  most,
  openId,
  hasCenters,
  onOpen,
  children,
}: QueueLinesProps) {
  const list = useRef<HTMLDivElement>(null);
  const [isUsed, setUsed] = useState(false);
  const firstUse = () => setUsed(true);
  useRowKeys(list);
  const {
    rows = [],
    removedIds: gone,
    pendingCount: waiting,
    isReordered,
    show,
  } = useStableRows(list, { rows: fresh, isRefreshing, openId, most, stayInPlace: stayInGroup });
  const lines = (shown: readonly QueuedLead[], label: string) => (
    <ul className={classes.lines} aria-label={label}>
      {shown.map((lead) => (
        <Line
          key={lead._id}
          lead={lead}
          isOpen={lead._id === openId}
          isGone={gone.has(lead._id)}
          hasCenter={hasCenters}
          onOpen={() => onOpen(lead)}
        />
      ))}
    </ul>
  );
  return (
    <div
      ref={list}
      data-rows=""
      data-centers={hasCenters || undefined}
      aria-busy={isRefreshing}
      className={classes.list}
      {...{ onPointerOver: firstUse, onFocus: firstUse }}
    >
      <NewRowsNotice count={waiting} isReordered={isReordered} onShow={show} />
      {children(rows, lines)}
      {isUsed && <QueueOutcomes list={list} rows={rows} removedIds={gone} openId={openId} />}
    </div>
  );
}

function stayInGroup(fresh: QueuedLead, { group, isLongest }: QueuedLead): QueuedLead {
  const isSame = fresh.group === group && fresh.isLongest === isLongest;
  return isSame ? fresh : { ...fresh, group, isLongest, movedTo: fresh.group };
}

type LineProps = {
  lead: QueuedLead;
  isOpen: boolean;
  isGone: boolean;
  hasCenter: boolean;
  onOpen: () => void;
};

function Line({ lead, isOpen, isGone, hasCenter, onOpen }: LineProps) {
  const t = useTranslations('queue');
  const ui = useTranslations('ui');
  const { group, movedTo = group } = lead;
  const { text, isLate } = useDueText()(lead, movedTo);
  return (
    <li
      className={classes.line}
      {...openOnPress(onOpen)}
      data-row={lead._id}
      data-open={isOpen || undefined}
      data-gone={isGone || undefined}
      title={isGone ? ui('goneRow') : undefined}
    >
      <div className={classes.part}>
        <span className={classes.name}>
          <RowName onOpen={onOpen}>{lead.name}</RowName>
          <LeadViewersMark lead={lead._id} />
        </span>
        <span className={isLate ? `danger ${classes.why}` : classes.why}>
          {movedTo !== group && (
            <span className="quiet">{t('movedTo', { group: t(`groups.${movedTo}`) })} </span>
          )}
          {text}
        </span>
      </div>
      <div className={classes.part}>
        <span className={classes.phone}>
          <PhoneLink phone={lead.phone} />
        </span>
        <span className={`one-line ${classes.what}`}>{aboutOf(lead)}</span>
      </div>
      <div className={classes.part}>
        {hasCenter && <span className={`one-line ${classes.center}`}>{lead.serviceCenter.name}</span>}
        <span className={classes.hand}>
          <span className={`quiet ${classes.attempts}`}>
            {lead.contactAttempts > 0 && t('attempts', { count: lead.contactAttempts })}
          </span>
          <span className={`quiet one-line ${classes.who}`}>{lead.advisor?.name}</span>
        </span>
      </div>
    </li>
  );
}

function aboutOf({ serviceOrCampaign, vehicleNumber, source }: QueuedLead): string {
  const about = serviceOrCampaign?.name ?? vehicleNumber;
  return [about, ...(source ? listSourceParts(source) : [])].filter(Boolean).join(' · ');
}
