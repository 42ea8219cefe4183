import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { messages } from '#contract/call/messages.ts';
import type { ImportCheck, ImportSettings } from '#contract/import-settings.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from './imports.module.css';

type DayOrder = ImportSettings['dayOrder'];

const otherOrders = { day: 'month', month: 'day' } as const satisfies Record<DayOrder, DayOrder>;
const refusals = { day: messages.dayWrittenFirst, month: messages.monthWrittenFirst };

type DayOrderQuestionProps = {
  check: ImportCheck;
  order: DayOrder;
  onChange: (order: DayOrder) => void;
  onKeep: () => void;
};

/** Asks which part of a day comes first, where rows say otherwise than was chosen: what both allow may have been read wrongly. */
export function DayOrderQuestion({ check, order, onChange, onKeep }: DayOrderQuestionProps) {
  const t = useTranslations('imports.dayOrder');
  const other = otherOrders[order];
  const example = check.problems.find(({ message }) => message === refusals[other]);
  return (
    <Notice tone="warning" title={t(`title.${order}`, { rows: check.dayOrders[other] })}>
      {example && <p>{t('example', { row: example.row, value: example.value })}</p>}
      <p>{t(`why.${order}`)}</p>
      <div className={`button-row ${classes.answers}`}>
        <Button variant="default" onClick={onKeep}>
          {t(`keep.${order}`)}
        </Button>
        <Button onClick={() => onChange(other)}>{t(`use.${other}`)}</Button>
      </div>
    </Notice>
  );
}

/** Tells whether rows have days that exist only in the other order than was chosen. */
export function hasConflictingDayOrder({ dayOrders }: ImportCheck, order: DayOrder): boolean {
  return dayOrders[otherOrders[order]] > 0;
}
