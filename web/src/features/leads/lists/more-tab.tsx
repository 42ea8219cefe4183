import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { countDuplicates } from '#contract/duplicates.ts';
import { summariseIntake } from '#contract/intake/summary.ts';
import { listBulkChanges } from '#contract/leads/lead-bulk.ts';
import { importLevels } from '#contract/levels.ts';
import { toIntakeSearch } from '#web/features/leads/record/intake-search.ts';
import { useIntakeSummary } from '#web/features/leads/record/intake-summary.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { menuFallback } from '#web/ui/dialog/lazy-dialog.tsx';
import { CountBadge } from '#web/ui/feedback/count.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import type { MoreMenuProps, MoreSearch } from './more-menu.tsx';

const screens = [
  { key: 'bulkChanges', to: '/main/bulkChanges', needs: listBulkChanges },
  { key: 'import', to: '/main/import', needs: { who: importLevels } },
  { key: 'duplicates', to: '/main/duplicates', needs: countDuplicates },
  { key: 'intake', to: '/main/intake', needs: summariseIntake },
  { key: 'messageLog', to: '/main/settings/messageLog', needs: summariseIntake },
] as const;

const MoreMenu = lazyPart(
  () => import('./more-menu.tsx'),
  'MoreMenu',
  menuFallback<MoreMenuProps & { onClose: () => void }>('periodLeads.more'),
);

const preload = () => void MoreMenu.preload().catch(() => undefined);

/** Shows the menu of the rarer screens of leads, with how much waits in them. */
export function MoreTab({ isCurrent }: { isCurrent: boolean }) {
  const t = useTranslations('periodLeads');
  const level = useSession()?.level;
  const [isUsed, setUsed] = useState(false);
  const { total, counts, searches } = useWaiting();
  const allowed = screens
    .filter(({ needs }) => mayCall(needs, level))
    .map(({ key, to }) => ({ key, to, text: t(key), count: counts[key], search: searches[key] }));
  const target = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-current={isCurrent || undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setUsed(true)}
    >
      {t('more')}
      {total && (
        <>
          {' '}
          <CountBadge isShort>{total}</CountBadge> <span className="visually-hidden">{t('waiting')}</span>
        </>
      )}
      <IconChevronDown size={14} stroke={1.75} aria-hidden />
    </button>
  );
  if (!isUsed) return target;
  return <MoreMenu screens={allowed} target={target} onClose={() => setUsed(false)} />;
}

type OfScreens<Value> = Partial<Record<(typeof screens)[number]['key'], Value>>;

type Waiting = { total?: string; counts: OfScreens<string>; searches: OfScreens<MoreSearch> };

function useWaiting(): Waiting {
  const format = useFormatter();
  const level = useSession()?.level;
  const { data: found } = useQuery({
    ...endpointQuery(countDuplicates),
    enabled: mayCall(countDuplicates, level),
  });
  const enquiries = useIntakeSummary();
  const messages = enquiries?.messagesFailed ?? 0;
  const pairs = found?.pairs ?? 0;
  const unassigned = enquiries ? enquiries.toPlace + enquiries.failed : 0;
  const write = (count: number, isCapped = false) =>
    count > 0 ? `${format.number(count)}${isCapped ? '+' : ''}` : undefined;
  return {
    total: write(pairs + unassigned + messages, found?.isCapped),
    counts: {
      duplicates: write(pairs, found?.isCapped),
      intake: write(unassigned),
      messageLog: write(messages),
    },
    searches: { intake: toIntakeSearch(enquiries), messageLog: messages > 0 ? { list: 'failed' } : {} },
  };
}
