import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { bulkLimits, mergeLimits } from '#contract/business.ts';
import type { MatchingLeadsInput } from '#contract/leads/lead-bulk.ts';
import type { BulkAction } from '#contract/leads/lead-lists.ts';
import { useMayMergeLeads } from '#web/features/leads/record/may-change.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import type { ChosenRows, RowSelection } from '#web/ui/rows/row-selection.tsx';
import { SelectionBar } from '#web/ui/rows/selection-bar.tsx';
import classes from './bulk-bar.module.css';

const BulkDialog = lazyDialog(() => import('./bulk-dialog.tsx'), 'BulkChangeDialog', 'leadBulk.selection', 1);

const MergeLeadsDialog = lazyDialog(
  () => import('#web/features/leads/merge/merge-leads-dialog.tsx'),
  'MergeLeadsDialog',
  'mergeLeads.title',
  6,
);

type BulkBarProps = {
  chosen: ChosenRows & Pick<RowSelection<unknown>, 'page' | 'togglePage'>;
  total: number;
  isTotalCapped: boolean | undefined;
  matching: MatchingLeadsInput;
  actions: readonly BulkAction[];
};

export function BulkChangeBar({ chosen, total, isTotalCapped, matching, actions }: BulkBarProps) {
  const t = useTranslations('leadBulk');
  const merging = useTranslations('mergeLeads');
  const isPhone = useIsPhone();
  const [action, setAction] = useState<BulkAction | 'merge'>();
  const { ids, isAll, page, togglePage, chooseAll, clear } = chosen;
  const more = isTotalCapped ? '+' : '';
  const count = isAll ? total : ids.length;
  const mayMerge = useMayMergeLeads() && actions.includes('archive') && !isAll;
  const isMergeable = count >= 2 && count <= mergeLimits.leads;
  const isTooMany = !isAll && count > bulkLimits.immediateLeads;
  return (
    <>
      <SelectionBar
        label={t('selection')}
        said={isAll ? t('allSelected', { count, more }) : t('selected', { count })}
        more={
          <>
            {isPhone && page !== 'all' && (
              <button type="button" className={classes.link} onClick={togglePage}>
                {t('page')}
              </button>
            )}
            {!isAll && total > count && (
              <button type="button" className={classes.link} onClick={chooseAll}>
                {t('all', { count: total, more })}
              </button>
            )}
            {isTooMany && <p className="quiet">{t('tooMany', { max: bulkLimits.immediateLeads })}</p>}
          </>
        }
        clear={{ label: t('clear'), onClear: clear }}
      >
        {actions.map((one) => (
          <Button key={one} variant="default" disabled={isTooMany} onClick={() => setAction(one)}>
            {t(`actions.${one}`)}
          </Button>
        ))}
        {mayMerge && (
          <Button
            variant="default"
            disabled={!isMergeable}
            title={isMergeable ? undefined : merging('tooFew', { max: mergeLimits.leads })}
            onClick={() => setAction('merge')}
          >
            {merging('action')}
          </Button>
        )}
      </SelectionBar>
      {action === 'merge' && (
        <MergeLeadsDialog
          ids={ids}
          onMerged={() => {
            setAction(undefined);
            clear();
          }}
          onClose={() => setAction(undefined)}
        />
      )}
      {action && action !== 'merge' && (
        <BulkDialog
          action={action}
          count={count}
          chosen={isAll ? { matching } : { leads: [...ids] }}
          onDone={clear}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
}
