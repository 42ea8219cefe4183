import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type TouchEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { listOwnServiceCenters, type OwnServiceCenter } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { bookingDayQuery } from './board.queries.ts';
import { BoardBar } from './board-bar.tsx';
import type { BoardSearch, BoardView } from './board-search.ts';
import { BookingDayView } from './day-view.tsx';

const WeekGrid = lazyPart(() => import('./week-grid.tsx'), 'WeekGrid', {
  waiting: () => <RecordSkeleton lines={6} />,
});

/** Shows what is booked at a service center on a day, or at all centers in a week. */
export function BookingBoard({ url }: { url: BoardSearch }) {
  const t = useTranslations('bookings');
  const today = useToday();
  const isPhone = useIsPhone();
  const { setFilters } = useListUrl();
  const { centers, center } = useBoardCenters(url.serviceCenter);
  const day = url.day ?? today;
  // A phone shows a day as a list.
  const view = isPhone && url.view === 'list' ? 'day' : url.view;
  const step = view === 'week' ? 7 : 1;
  const showDay = (next: string) => setFilters({ day: next === today ? undefined : next, lead: undefined });
  const showView = (next: BoardView) => setFilters({ view: next, lead: undefined });
  const back = () => showDay(addDays(day, -step));
  const forward = () => showDay(addDays(day, step));
  const isLeadOpen = url.lead !== undefined && view !== 'week';
  usePrefetchDays(view === 'week' ? undefined : center?._id, day);
  const swipe = useSwipe(isPhone && !isLeadOpen, { onBack: back, onForward: forward });
  if (!centers) return <RecordSkeleton lines={6} />;
  if (!center) return <EmptyState title={t('title')} why={t('noCenter')} />;
  const bar = {
    ...{ day, view, today, centers, center, onBack: back, onForward: forward, onDay: showDay },
    isPanelOpen: url.lead !== undefined,
    onView: showView,
    onCenter: (id: string) => setFilters({ serviceCenter: id, lead: undefined }),
  };
  return (
    <div className="stack" {...swipe}>
      {!isLeadOpen && (
        <BoardKeys onBack={back} onForward={forward} onToday={() => showDay(today)} onView={showView} />
      )}
      {view === 'week' ? (
        <>
          <BoardBar {...bar} />
          <WeekGrid day={day} today={today} />
        </>
      ) : (
        <BookingDayView
          key={center._id}
          url={url}
          day={day}
          center={center}
          isList={view === 'list'}
          bar={bar}
        />
      )}
    </div>
  );
}

type BoardKeysProps = {
  onBack: () => void;
  onForward: () => void;
  onToday: () => void;
  onView: (view: BoardView) => void;
};

/** The keys that show another day or view, which would close an open lead. */
function BoardKeys({ onBack, onForward, onToday, onView }: BoardKeysProps) {
  const t = useTranslations('bookings');
  useShortcut('[', t('keys.previous'), onBack);
  useShortcut(']', t('keys.next'), onForward);
  useShortcut('t', t('today'), onToday);
  useShortcut('g', t('keys.day'), () => onView('day'));
  useShortcut('w', t('keys.week'), () => onView('week'));
  useShortcut('l', t('keys.list'), () => onView('list'));
  return null;
}

/** Fetches the neighbouring days once the shown one is there, so that a step shows them at once. */
function usePrefetchDays(center: string | undefined, day: string): void {
  const client = useQueryClient();
  const { isSuccess } = useQuery({ ...bookingDayQuery(center ?? '', day), enabled: center !== undefined });
  useEffect(() => {
    if (!center || !isSuccess) return;
    for (const next of [addDays(day, 1), addDays(day, -1)])
      void client.prefetchQuery({ ...bookingDayQuery(center, next), staleTime: 30_000 });
  }, [client, center, day, isSuccess]);
}

// How far a finger goes across at least, in pixels, and how long it may take, in milliseconds.
const swipeDistance = 64;
const swipeMs = 500;

/** Steps a day back or on as one finger swipes across the board itself. */
function useSwipe(isOn: boolean, { onBack, onForward }: { onBack: () => void; onForward: () => void }) {
  const start = useRef<{ x: number; y: number; at: number }>(undefined);
  if (!isOn) return {};
  const forget = () => {
    start.current = undefined;
  };
  return {
    // What pops up out of the board bubbles here, too.
    onTouchStart: ({ touches, timeStamp, currentTarget, target }: TouchEvent) => {
      const finger = touches[0];
      forget();
      if (!finger || touches.length > 1 || !currentTarget.contains(target as Node)) return;
      start.current = { x: finger.clientX, y: finger.clientY, at: timeStamp };
    },
    onTouchCancel: forget,
    onTouchEnd: ({ changedTouches, timeStamp }: TouchEvent) => {
      const finger = changedTouches[0];
      const from = start.current;
      forget();
      if (!finger || !from || timeStamp - from.at > swipeMs) return;
      const { x, y } = from;
      const across = finger.clientX - x;
      if (Math.abs(across) < swipeDistance || Math.abs(across) < 2 * Math.abs(finger.clientY - y)) return;
      if (across > 0) onBack();
      else onForward();
    },
  };
}

/** Returns the centers of the employee, and the one that a day is shown of: the chosen one, else the first. */
function useBoardCenters(chosen: string | undefined): {
  centers: OwnServiceCenter[] | undefined;
  center: OwnServiceCenter | undefined;
} {
  const { data: centers } = useQuery(endpointQuery(listOwnServiceCenters));
  const center =
    centers?.find(({ _id }) => _id === chosen) ?? centers?.find(({ isActive }) => isActive) ?? centers?.[0];
  return { centers, center };
}
