import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { OwnServiceCenter } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { Segments } from '#web/ui/choice/segments.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import classes from './board.module.css';
import { getWeekOf } from './board-days.ts';
import { type BoardView, boardViews } from './board-search.ts';
import { dropAttribute } from './use-drag.ts';

export type BoardBarProps = {
  day: string;
  view: BoardView;
  today: string;
  centers: readonly OwnServiceCenter[];
  center: OwnServiceCenter;
  onBack: () => void;
  onForward: () => void;
  onDay: (day: string) => void;
  onView: (view: BoardView) => void;
  onCenter: (id: string) => void;
  isPanelOpen: boolean;
  over?: string | undefined;
  count?: ReactNode;
  tools?: ReactNode;
  action?: ReactNode;
};

/** The bar above the board: says which day or week is shown, and leads to others. */
export function BoardBar(props: BoardBarProps) {
  const {
    day,
    view,
    today,
    centers,
    center,
    onBack,
    onForward,
    onDay,
    onView,
    onCenter,
    isPanelOpen,
    over,
    count,
    tools,
    action,
  } = props;
  const t = useTranslations('bookings');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const isPhone = useIsPhone();
  const week = getWeekOf(day, today);
  const isWeek = view === 'week';
  const unit = isWeek ? 'week' : 'day';
  const isNow = isWeek ? week.includes(today) : day === today;
  const dropOn = (date: string) =>
    isWeek ? {} : { [dropAttribute]: date, 'data-over': over === date || undefined };
  const views = boardViews.filter((one) => one !== 'list' || !isPhone);
  return (
    <div className={classes.bar} data-week={isWeek || undefined} data-beside={isPanelOpen || undefined}>
      <div className={classes.steps}>
        <IconButton
          label={t(`previous.${unit}`)}
          aria-keyshortcuts="["
          {...dropOn(addDays(day, -1))}
          icon={<IconChevronLeft size={18} stroke={1.75} />}
          onClick={onBack}
        />
        <Button variant="default" disabled={isNow} aria-keyshortcuts="t" onClick={() => onDay(today)}>
          {t('today')}
        </Button>
        <IconButton
          label={t(`next.${unit}`)}
          aria-keyshortcuts="]"
          {...dropOn(addDays(day, 1))}
          icon={<IconChevronRight size={18} stroke={1.75} />}
          onClick={onForward}
        />
      </div>
      <div className={classes.day}>
        <h2>
          {isWeek
            ? t('until', {
                from: formats.nearDate(week[0] ?? day, today),
                to: formats.nearDate(week[6] ?? day, today),
              })
            : formats.weekday(day, today)}
        </h2>
        {isNow && !isWeek && <span className={classes.mark}>{t('today')}</span>}
        {count}
      </div>
      {centers.length > 1 && !isWeek && (
        <Choice
          className={classes.center}
          aria-label={t('center')}
          data={centers.map(({ _id, name, isActive }) => ({
            value: _id,
            label: isActive ? name : ui('switchedOff', { name }),
          }))}
          value={center._id}
          onChange={onCenter}
        />
      )}
      <div className={classes.views}>
        <Segments
          label={t('views.label')}
          value={view}
          onChange={onView}
          options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
        {tools}
      </div>
      {action}
    </div>
  );
}
