import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { BookingBoard } from '#web/features/leads/board/board.tsx';
import { boardSearch } from '#web/features/leads/board/board-search.ts';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { listUrlOptions } from '#web/lib/url/list-search.ts';
import { Page } from '#web/ui/frame/page.tsx';

export const Route = createFileRoute('/main/bookings')({
  ...listUrlOptions(boardSearch),
  component: Bookings,
});

function Bookings() {
  const t = useTranslations('bookings');
  const url = Route.useSearch();
  return (
    <Page title={t('title')} tabs={<LeadTabs current="bookings" />}>
      <BookingBoard url={url} />
    </Page>
  );
}
