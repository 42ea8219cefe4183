import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Booking } from '#contract/bookings/booking.ts';
import type { BookingDay } from '#contract/bookings/bookings.ts';
import { isOpenForBookings } from '#contract/bookings/places.ts';
import { Plate } from '#web/features/leads/record/plate.tsx';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { type Column, DataList, PrintedRows } from '#web/ui/rows/data-list.tsx';
import { RowName } from '#web/ui/rows/row-parts.tsx';
import { BookingState } from './booking-card.tsx';
import { useDayHeading } from './day-count.ts';
import { getEndTime } from './day-layout.ts';
import classes from './day-list.module.css';

type DayListProps = {
  label: string;
  bookings: readonly Booking[];
  openId: string | undefined;
  onOpen: (booking: Booking) => void;
};

/** The bookings of a day as a list. */
export function DayList({ label, bookings, openId, onOpen }: DayListProps) {
  const t = useTranslations('bookings');
  const columns = useBookingColumns(onOpen);
  return (
    <DataList
      label={label}
      columns={columns}
      rows={[...bookings]}
      card={({ name }) => name}
      onOpen={onOpen}
      openId={openId}
      isTall
      instead={bookings.length === 0 && <EmptyState why={t('emptyList')} />}
    />
  );
}

type DaySheetProps = Pick<DayListProps, 'label' | 'bookings'> & { day: BookingDay };

/** A center's day on paper, with a box for each customer who came. */
export function DaySheet({ label, bookings, day }: DaySheetProps) {
  const t = useTranslations('bookings');
  const columns = useSheetColumns();
  const headingOf = useDayHeading();
  const closedTexts = useClosedTexts(day);
  return (
    <div className={`print-only ${classes.sheet}`} data-upright="">
      <h2 className="heading">
        {label} · {headingOf(day)}
      </h2>
      {closedTexts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <PrintedRows
        label={label}
        columns={columns}
        rows={[...bookings]}
        instead={bookings.length === 0 && <p>{t('emptyList')}</p>}
      />
    </div>
  );
}

function useClosedTexts(day: BookingDay): string[] {
  const t = useTranslations('bookings');
  const formats = useFormats();
  const { holiday, closures } = day;
  const notes = closures.flatMap(({ note }) => note ?? []);
  if (!isOpenForBookings(day)) {
    const why = holiday ?? notes.join(', ');
    return [why ? t('closedFor', { holiday: why }) : t('closedDay')];
  }
  return closures.map(({ from, to, note }) => {
    const times = { from: formats.time(from), to: formats.time(to) };
    return note ? t('closedFromFor', { ...times, note }) : t('closedFrom', times);
  });
}

// Upright paper has room for these columns; what belongs together stands in one.
function useSheetColumns(): Column<Booking>[] {
  const t = useTranslations('bookings');
  const writeTime = useWriteTime();
  return [
    {
      key: 'came',
      header: t('came'),
      width: '7%',
      cell: ({ outcome }) => (outcome === 'arrived' || outcome === 'done' ? '☑' : '☐'),
    },
    { key: 'time', header: t('time'), width: '19%', cell: writeTime },
    {
      key: 'name',
      header: t('name'),
      width: '20%',
      cell: ({ name, phone }) => (
        <>
          <p>{name}</p>
          <PhoneLink phone={phone} />
        </>
      ),
    },
    {
      key: 'vehicle',
      header: t('vehicle'),
      width: '16%',
      cell: ({ vehicleNumber }) => vehicleNumber && <Plate number={vehicleNumber} />,
    },
    {
      key: 'offering',
      header: t('offering'),
      width: '18%',
      cell: ({ serviceOrCampaign, advisor }) => (
        <>
          <p>{serviceOrCampaign?.name}</p>
          {advisor && <p className="quiet">{t('withAdvisor', { name: advisor.name })}</p>}
        </>
      ),
    },
    {
      key: 'notes',
      header: t('notes'),
      width: '20%',
      cell: ({ notes }) => <p className={classes.notes}>{notes}</p>,
    },
  ];
}

function useWriteTime(): (booking: Booking) => ReactNode {
  const t = useTranslations('bookings');
  const formats = useFormats();
  return (booking) => {
    const { time } = booking;
    const end = getEndTime(booking);
    if (time === null) return <span className="quiet">{t('noTime')}</span>;
    return end ? t('until', { from: formats.time(time), to: formats.time(end) }) : formats.time(time);
  };
}

function useBookingColumns(onOpen: (booking: Booking) => void): Column<Booking>[] {
  const t = useTranslations('bookings');
  const writeTime = useWriteTime();
  return [
    { key: 'time', header: t('time'), width: '100px', cell: writeTime },
    {
      key: 'name',
      header: t('name'),
      width: '14%',
      cell: (booking) => <RowName onOpen={() => onOpen(booking)}>{booking.name}</RowName>,
    },
    { key: 'phone', header: t('phone'), width: '168px', cell: ({ phone }) => <PhoneLink phone={phone} /> },
    // A number plate goes on in the second line, which leaves room for the notes.
    { key: 'vehicle', header: t('vehicle'), width: '172px', cell: ({ vehicleNumber }) => vehicleNumber },
    {
      key: 'offering',
      header: t('offering'),
      cell: ({ serviceOrCampaign, advisor }) =>
        [serviceOrCampaign?.name, advisor && t('withAdvisor', { name: advisor.name })]
          .filter(Boolean)
          .join(' · '),
    },
    { key: 'notes', header: t('notes'), cell: ({ notes }) => notes },
    {
      key: 'state',
      header: t('state'),
      width: '112px',
      cell: (booking) => <BookingState booking={booking} />,
    },
  ];
}
