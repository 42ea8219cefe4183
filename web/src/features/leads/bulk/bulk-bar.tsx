import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { bulkLimits, mergeLimits } from '#contract/business.ts';
import type { MatchingLeadsInput } from '#contract/leads/lead-bulk.ts';
import { useMayMergeLeads } from '#web/features/leads/record/may-change.ts';
import { useDialogDone, useDialogs } from '#web/lib/url/use-dialogs.ts';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import type { ChosenRows, RowSelection } from '#web/ui/rows/row-selection.tsx';
import { SelectionBar } from '#web/ui/rows/selection-bar.tsx';
import classes from './bulk-bar.module.css';
import { bulkTarget, type OfferedBulkAction } from './bulk-target.ts';
import { useStartBulkChange } from './use-bulk-changes.ts';

type BulkBarProps = {
  chosen: ChosenRows & Pick<RowSelection<unknown>, 'page' | 'togglePage'>;
  total: number;
  isTotalCapped: boolean | undefined;
  matching: MatchingLeadsInput;
  actions: readonly OfferedBulkAction[];
};

/** Shows, below a list, what can be done with the leads that are chosen in it. */
export function BulkChangeBar({ chosen, total, isTotalCapped, matching, actions }: BulkBarProps) {
  const t = useTranslations('leadBulk');
  const merging = useTranslations('mergeLeads');
  const isPhone = useIsPhone();
  const { openDialog } = useDialogs();
  const start = useStartBulkChange();
  const { ids, isAll, page, togglePage, chooseAll, clear } = chosen;
  const more = isTotalCapped ? '+' : '';
  const count = isAll ? total : ids.length;
  const mayMerge = useMayMergeLeads() && actions.includes('archive') && !isAll;
  const isMergeable = count >= 2 && count <= mergeLimits.leads;
  const isTooMany = !isAll && count > bulkLimits.immediateLeads;
  useDialogDone('leads.bulk', clear);
  useDialogDone('leads.merge', clear);
  const choose = (action: OfferedBulkAction) => {
    const target = isAll ? { matching } : { leads: [...ids] };
    if (action === 'archive' || action === 'unarchive')
      return confirm({
        title: t(`titles.${action}`),
        text: action === 'archive' ? t('archiveWhy') : undefined,
        confirm: t(`submit.${action}`, { count }),
        act: () => start.mutateAsync({ action, ...target }),
        onDone: clear,
      });
    bulkTarget.save({ count, chosen: target });
    openDialog('leads.bulk', action);
  };
  return (
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
        <Button key={one} variant="default" disabled={isTooMany} onClick={() => choose(one)}>
          {t(`actions.${one}`)}
        </Button>
      ))}
      {mayMerge && (
        <Button
          variant="default"
          disabled={!isMergeable}
          title={isMergeable ? undefined : merging('tooFew', { max: mergeLimits.leads })}
          onClick={() => openDialog('leads.merge', ids.join('.'))}
        >
          {merging('action')}
        </Button>
      )}
    </SelectionBar>
  );
}
