import { Button } from '@mantine/core';
import { IconPlus, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Booking } from '#contract/bookings/booking.ts';
import { type BookingDay, bookingLimits } from '#contract/bookings/bookings.ts';
import { createLead, moveLead } from '#contract/leads/leads.ts';
import type { OwnServiceCenter } from '#contract/service-centers.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { usePrinting } from '#web/lib/browser/printing.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { LoadingDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { BarAction } from '#web/ui/frame/bar-action.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { openByKey } from '#web/ui/keys/key-buffer.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { LoadFailed, StateMessage } from '#web/ui/list/list-states.tsx';
import classes from './board.module.css';
import { bookingDayQuery } from './board.queries.ts';
import { BoardBar, type BoardBarProps } from './board-bar.tsx';
import type { DayReply } from './board-days.ts';
import type { BoardSearch } from './board-search.ts';
import { toBookDialogId } from './book-place.ts';
import type { BookingPanelProps } from './booking-panel.tsx';
import { useBookingKeys } from './card-actions.tsx';
import { findActiveBooking, listCells, readCell, toPlaceCellId } from './cells.ts';
import { CenterDrops, layOutCenters } from './center-drops.tsx';
import { useDayHeading } from './day-count.ts';
import { DayGrid } from './day-grid.tsx';
import { findFreeTime, hasPassed, isSameRow, layOutDay } from './day-layout.ts';
import { DayList, DaySheet } from './day-list.tsx';
import { DayStrip } from './day-strip.tsx';
import { DragGhost } from './drag-ghost.tsx';
import { useClock } from './use-clock.ts';
import { pinnedAttribute, useDrag } from './use-drag.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useMoveBooking } from './use-move-booking.ts';

const BookingPanel = lazyPart(() => import('./booking-panel.tsx'), 'BookingPanel', {
  failed: ({ onClose }: BookingPanelProps, failure) => (
    <LoadingDialog title="leads.panel" fields={0} failure={failure} onClose={onClose} />
  ),
});

type DayViewProps = {
  url: BoardSearch;
  day: string;
  center: OwnServiceCenter;
  isList: boolean;
  bar: BoardBarProps;
};

/** Shows the day of a center, as a grid or a list. */
export function BookingDayView({ bar, ...view }: DayViewProps) {
  const query = useQuery(bookingDayQuery(view.center._id, view.day));
  if (query.data) return <LoadedDay {...view} bar={bar} reply={query.data} />;
  return (
    <>
      <BoardBar {...bar} />
      {query.error ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DayStrip day={view.day} today={bar.today} center={view.center._id} over={undefined} />
          <RecordSkeleton lines={6} />
        </>
      )}
    </>
  );
}

function LoadedDay({ url, day, center, isList, bar, reply }: DayViewProps & { reply: DayReply }) {
  const t = useTranslations('bookings');
  const formats = useFormats();
  const isPhone = useIsPhone();
  const isPrinting = usePrinting() !== undefined;
  const level = useSession()?.level;
  const { open, close, replaceRecord } = useListUrl();
  const { openDialog } = useDialogs();
  const clock = useClock();
  const { bookings, isCapped } = reply;
  const layout = useMemo(() => layOutDay(reply.day, bookings, clock), [reply.day, bookings, clock]);
  const free = findFreeTime(layout);
  const cells = listCells(layout);
  const keys = useGridKeys(cells, free === undefined ? undefined : toPlaceCellId(free));
  const move = useMoveBooking();
  const others = bar.centers.filter(({ _id, isActive }) => isActive && _id !== center._id);
  const drag = useDrag({
    isInRows: !isPhone,
    centers: others,
    judge(booking, place) {
      const isHere = place.serviceCenter._id === booking.serviceCenter._id;
      if (isHere && isSameRow(booking, place)) return 'same';
      return hasPassed(place, clock) ? 'past' : 'taken';
    },
    onDrop: (booking, place) => void move(booking, place),
    onRefuse: (why) => toast.error(t(`dropRefusals.${why}`)),
  });
  const isPast = day < bar.today;
  const mayBook = mayCall(createLead, level) && mayCall(moveLead, level) && !isPast;

  const focused = readCell(keys.chosen, bookings);
  const openLead = ({ _id }: Booking) => (url.lead ? replaceRecord({ lead: _id }) : open({ lead: _id }));
  const book = (time: string | null) =>
    openDialog('booking.new', toBookDialogId({ center: center._id, date: day, time }));
  const bookChosen = () => book(focused.time === undefined ? (free ?? null) : focused.time);
  useShortcut('b', t('keys.book'), mayBook ? () => openByKey(bookChosen) : undefined);
  useBookingKeys(findActiveBooking(url.lead, focused.booking, bookings));

  const card = {
    active: keys.active,
    openId: url.lead,
    draggedId: drag.drag?.booking._id,
    onOpen: openLead,
    onPress: drag.press,
  };
  const title = `${center.name}, ${formats.weekday(day, bar.today)}`;
  return (
    <>
      <BoardBar
        {...bar}
        over={drag.over}
        count={<DayCount day={reply.day} />}
        tools={
          !isPhone && (
            <IconButton
              label={t('print')}
              icon={<IconPrinter size={18} stroke={1.75} />}
              onClick={() => window.print()}
            />
          )
        }
        action={
          mayBook && (
            <BarAction>
              <Button
                leftSection={<IconPlus size={16} stroke={2} />}
                aria-keyshortcuts="b"
                onClick={bookChosen}
              >
                {t('book')}
              </Button>
            </BarAction>
          )
        }
      />
      <div
        className={classes.targets}
        data-dragging={drag.drag !== undefined || undefined}
        style={layOutCenters(others.length, isPhone)}
        {...{ [pinnedAttribute]: '' }}
      >
        {drag.drag && others.length > 0 && (
          <CenterDrops day={drag.drag.booking.date} today={bar.today} centers={others} over={drag.over} />
        )}
        <DayStrip day={day} today={bar.today} center={center._id} over={drag.over} />
      </div>
      {isCapped && <p role="status">{t('capped', { count: bookingLimits.ofDay })}</p>}
      {isPrinting ? (
        <DaySheet label={title} day={reply.day} bookings={bookings} />
      ) : isList ? (
        <DayList label={title} bookings={bookings} openId={url.lead} onOpen={openLead} />
      ) : layout.rows.length === 0 && bookings.length === 0 ? (
        <ClosedDay holiday={reply.day.holiday} />
      ) : (
        <DayGrid
          label={t('grid', { center: center.name, date: formats.weekday(day, bar.today) })}
          date={day}
          layout={layout}
          clock={clock}
          over={drag.over}
          gridProps={keys.gridProps}
          onBook={book}
          {...card}
        />
      )}
      {drag.drag && <DragGhost ref={drag.ghost} drag={drag.drag} hasOtherCenters={others.length > 0} />}
      {url.lead && (
        <BookingPanel
          id={url.lead}
          bookings={bookings}
          onStep={(id) => replaceRecord({ lead: id })}
          onClose={() => close({ lead: undefined })}
        />
      )}
    </>
  );
}

function DayCount({ day }: { day: BookingDay }) {
  const t = useTranslations('bookings');
  const headingOf = useDayHeading();
  const isOver = day.perDay !== null && day.booked > day.perDay;
  return (
    <span className={`quiet ${classes.count}`}>
      <span className={isOver ? 'danger' : undefined}>
        {headingOf(day)}
        {isOver && ` · ${t('over')}`}
      </span>
    </span>
  );
}

function ClosedDay({ holiday }: { holiday: string | null }) {
  const t = useTranslations('bookings');
  return <StateMessage icon={null} title={holiday ? t('closedFor', { holiday }) : t('closedDay')} />;
}
