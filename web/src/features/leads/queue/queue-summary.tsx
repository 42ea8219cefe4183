import { IconHelp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CallQueuePart } from '#contract/leads/call-order.ts';
import { toIntakeSearch } from '#web/features/leads/record/intake-search.ts';
import { useIntakeSummary } from '#web/features/leads/record/intake-summary.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import classes from './queue.module.css';
import type { QueuePage } from './queue.queries.ts';

const QueueRule = lazyPart(() => import('./queue-rule.tsx'), 'QueueRule');

/** Says how many enquiries a person has to place, and leads to them; nothing without any. */
export function EnquiriesToPlace() {
  const t = useTranslations('queue');
  const waiting = useIntakeSummary();
  const count = waiting?.toPlace ?? 0;
  if (count === 0) return null;
  return (
    <Link className={classes.more} to="/main/intake" search={toIntakeSearch(waiting)}>
      {t('toPlace', { count })}
    </Link>
  );
}

/** Says beside the queue's heading what waits longest and what is with colleagues, and on demand why the leads are in this order. */
export function QueueSummary({
  queue: { colleagues, waitingLong },
  part,
}: {
  queue: QueuePage;
  part: CallQueuePart | undefined;
}) {
  const t = useTranslations('queue');
  const { setFilters: narrow } = useListUrl();
  const [isOpen, setOpen] = useState(false);
  const rule = useId();
  const isPhone = useIsPhone();
  const counted = ({ total, isCapped }: QueuePage['colleagues']) => ({
    count: total,
    more: isCapped ? '+' : '',
  });
  const withColleagues = colleagues.total > 0 && (
    <span className="quiet">{t('colleagues', counted(colleagues))}</span>
  );
  return (
    <>
      <div className={classes.about}>
        <EnquiriesToPlace />
        {waitingLong.total > 0 && part !== 'waitingLong' && (
          <button type="button" className={classes.more} onClick={() => narrow({ part: 'waitingLong' })}>
            {t('waitingLong', counted(waitingLong))}
          </button>
        )}
        {!isPhone && withColleagues}
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-controls={rule}
          aria-label={t('whyOrder')}
          onClick={() => setOpen((open) => !open)}
        >
          {isPhone ? <IconHelp size={18} stroke={1.75} /> : t('whyOrder')}
        </button>
      </div>
      {isOpen && (
        <div id={rule} className={classes.rule}>
          <QueueRule />
          {isPhone && withColleagues}
        </div>
      )}
    </>
  );
}
