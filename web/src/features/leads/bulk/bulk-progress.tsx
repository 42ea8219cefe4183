import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { Bulk } from '#contract/leads/lead-bulk.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { IconButton } from '#web/ui/frame/icon-button.tsx';
import { bulkQuery, isUnderWay, useUndoBulk } from './bulk.queries.ts';
import classes from './bulk-progress.module.css';
import { followedBulks } from './followed-bulks.ts';

/** How long one that ended without a refusal stays, in milliseconds. */
const shownFor = 60_000;

type BulkProgressProps = {
  id: string;
  /** How many are shown after it. */
  others: number;
};

export function BulkProgress({ id, others }: BulkProgressProps) {
  const t = useTranslations('leadBulk');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { data: bulk, error } = useQuery(bulkQuery(id));
  const undo = useUndoBulk();
  const isRunning = bulk !== undefined && isUnderWay(bulk);
  const wasRunning = useRef(false);
  const dismiss = () => followedBulks.dismiss(id);

  useEffect(() => {
    if (wasRunning.current && !isRunning) void client.invalidateQueries({ queryKey: ['leads'] });
    wasRunning.current = isRunning;
  }, [isRunning, client]);

  const isGone = error instanceof ApiError && error.status === 404;
  const isQuiet = bulk !== undefined && !isRunning && bulk.refused === 0;
  useEffect(() => {
    if (isGone) followedBulks.dismiss(id);
    if (!isQuiet) return;
    const timer = setTimeout(() => followedBulks.dismiss(id), shownFor);
    return () => clearTimeout(timer);
  }, [isGone, isQuiet, id]);

  if (!bulk) return null;
  return (
    <section className={classes.card} aria-label={t('progress')} data-bulk-progress="">
      <div className={classes.line}>
        <Outcome bulk={bulk} />
        {others > 0 && <span className="quiet">{t('others', { count: others })}</span>}
        {bulk.undoUntil && (
          <Button
            variant="default"
            size="compact-md"
            loading={undo.isPending}
            onClick={() => undo.mutate(id, { onError: (failure) => toast.error(errorText(failure)) })}
          >
            {t('undo')}
          </Button>
        )}
        {!isRunning && (
          <IconButton label={t('dismiss')} icon={<IconX size={16} stroke={1.75} />} onClick={dismiss} />
        )}
      </div>
      {isRunning && (
        <progress
          className={classes.progress}
          aria-label={t('progress')}
          value={bulk.handled}
          max={bulk.leads}
        />
      )}
      {!isRunning && bulk.refused > 0 && <Left bulk={bulk} />}
    </section>
  );
}

function Outcome({ bulk }: { bulk: Bulk }) {
  const t = useTranslations('leadBulk');
  const { state, action, handled, leads, changed, refused } = bulk;
  const text = {
    running: () => t('running', { handled, leads }),
    done: () => t(`done.${action}`, { changed }),
    undoing: () => t('undoing', { handled, leads }),
    undone: () => t('undone', { count: handled - refused }),
  }[state];
  return (
    <p role="status" className={classes.text}>
      {text()}
    </p>
  );
}

function Left({ bulk: { refused, refusals } }: { bulk: Bulk }) {
  const t = useTranslations('leadBulk');
  return (
    <details className={classes.left}>
      <summary>{t('left', { count: refused })}</summary>
      <ul>
        {refusals.map(({ _id, name, reason }) => (
          <li key={_id}>
            {name ?? t('unknownLead')}: {t(`reasons.${reason}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}
