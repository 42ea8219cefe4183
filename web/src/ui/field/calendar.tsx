import { Popover } from '@mantine/core';
import { DatePicker, type DayProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './date-input.module.css';

const framed = {
  'data-today': true,
  'data-highlight-today': true,
  'aria-current': 'date',
} as Partial<DayProps>;

const surroundings = '[role=dialog], aside, main';

type CalendarProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  value: string | null;
  today: string;
  minDate?: string;
  maxDate?: string;
  onPick: (date: string | null) => void;
};

/** Shows a month to pick a day from, below its field or where it fits; dates are `YYYY-MM-DD`. */
export function Calendar({ isOpen, onOpenChange, value, today, minDate, maxDate, onPick }: CalendarProps) {
  const t = useTranslations('ui');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // The calendar alone, not the panel around it.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onOpenChange(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={onOpenChange}
      position="bottom-end"
      trapFocus
      returnFocus
      // In a footer or panel that scrolls it would be cut off.
      withinPortal
      portalProps={{ target: anchor?.closest<HTMLElement>(surroundings) ?? undefined }}
      floatingStrategy="fixed"
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      shadow="md"
      closeOnEscape={false}
      withRoles={false}
    >
      <Popover.Target>
        <span ref={setAnchor} className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.calendar}
        data-pop-up=""
        data-mantine-stop-propagation={true}
        onKeyDownCapture={closeOnEscape}
      >
        <DatePicker
          value={value}
          onChange={onPick}
          defaultDate={value ?? today}
          minDate={minDate}
          maxDate={maxDate}
          firstDayOfWeek={0}
          weekendDays={[]}
          // `highlightToday` would frame the machine's day too.
          getDayProps={(date) => (date === today ? framed : {})}
          // Arrow keys walk the days: a grid, not only a table.
          attributes={{ month: { role: 'grid', 'aria-label': t('days') } }}
          ariaLabels={{
            previousMonth: t('previousMonth'),
            nextMonth: t('nextMonth'),
            previousYear: t('previousYears'),
            nextYear: t('nextYears'),
            previousDecade: t('previousYears'),
            nextDecade: t('nextYears'),
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
