import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { messages } from '#contract/call/messages.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { isYearless, parseDate } from '#contract/text/parse-date.ts';
import { lazyModule } from '#web/lib/browser/lazy-module.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import type { Calendar as CalendarType } from './calendar.tsx';
import classes from './date-input.module.css';
import { useTypedError, useTypedText } from './typed-text.ts';

const calendar = lazyModule(() => import('./calendar.tsx'));

const isCalendarDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** The limits of a date field. `yearless`: which year a date without one gets; `from`: with `next`, from this day on. */
export type DateOptions = {
  today: string;
  yearless?: 'next' | 'last';
  from?: string;
  minDate?: string;
  maxDate?: string;
};

type DateInputProps = DateOptions &
  Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> & {
    ref?: Ref<HTMLInputElement>;
    value: string;
    onChange: (value: string) => void;
    onBlur?: () => void;
  };

/**
 * Takes a calendar date that is typed (`21/11`, `3 dec`, `sat`, `tomorrow`) or picked. Its value is `YYYY-MM-DD`, empty for none, or what
 * was typed where that is no date, which the field says once it is left. Alt+Down opens the calendar, so that Tab can skip its button.
 */
export function DateInput({
  today,
  yearless,
  from,
  minDate,
  maxDate,
  description,
  value,
  onChange,
  onBlur,
  error,
  ...rest
}: DateInputProps) {
  const t = useTranslations('ui');
  const formats = useFormats();
  const written = isCalendarDate(value) ? formats.date(value) : value;
  const { text, isTyping, ...typing } = useTypedText(value, written);
  const shownError = useTypedError(
    isTyping,
    value === '' || calendarDate.safeParse(value).success,
    messages.invalidDate,
    error,
  );
  const [isOpen, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<typeof CalendarType>();
  const [assumed, setAssumed] = useState<string>();
  const isAssumed = assumed !== undefined && assumed === value;

  const type = (typed: string) => {
    const date = parseDate(typed, today, yearless, from);
    typing.type(typed, date ?? typed.trim());
    // A year looked back to shows in the field; one ahead is easily overlooked.
    const isOther = yearless !== 'last' && isYearless(typed) && date?.slice(0, 4) !== today.slice(0, 4);
    setAssumed(isOther ? date : undefined);
    onChange(date ?? typed.trim());
  };
  const leave = () => {
    typing.leave();
    onBlur?.();
  };
  const pick = (date: string | null) => {
    typing.leave();
    onChange(date ?? '');
    setOpen(false);
    onBlur?.();
  };

  // Open once loaded: a focus trap around nothing would leave the focus outside.
  const open = async () => {
    const loaded = await calendar.fetch().catch(() => undefined);
    if (!loaded) return toast.error(t('partLost'));
    // Closed at first: on opening, not mounting, it notes where the focus was.
    flushSync(() => setCalendar(() => loaded.Calendar));
    setOpen(true);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') typing.leave();
    if (event.key === 'ArrowDown' && event.altKey) void open();
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
  };

  // The open calendar would take the press for one outside.
  const keep = (event: SyntheticEvent) => event.stopPropagation();

  return (
    <div className={classes.field}>
      <TextInput
        placeholder={t('chooseDate')}
        autoComplete="off"
        aria-keyshortcuts="Alt+ArrowDown"
        {...rest}
        {...(isAssumed
          ? {
              description: t('assumedYear', { date: formats.date(assumed) }),
              // Below, so that the field stays where it is.
              inputWrapperOrder: ['label', 'input', 'description', 'error'],
            }
          : { description })}
        error={shownError}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        wrapperProps={{ onKeyDown: onKey, 'data-mantine-stop-propagation': isOpen || undefined }}
        rightSectionPointerEvents="all"
        rightSection={
          <ActionIcon
            className={classes.open}
            aria-label={t('openCalendar')}
            tabIndex={-1}
            aria-expanded={isOpen}
            onMouseDown={keep}
            onTouchStart={keep}
            onClick={() => (isOpen ? setOpen(false) : void open())}
          >
            <IconCalendar size={16} stroke={1.75} />
          </ActionIcon>
        }
      />
      {Calendar && (
        <Calendar
          isOpen={isOpen}
          onOpenChange={setOpen}
          value={isCalendarDate(value) ? value : null}
          today={today}
          minDate={minDate}
          maxDate={maxDate}
          onPick={pick}
        />
      )}
    </div>
  );
}
