import { useTranslations } from 'use-intl';
import type { Booking } from '#contract/bookings/booking.ts';
import type { BookingDay } from '#contract/bookings/bookings.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { type Column, DataList, PrintedRows } from '#web/ui/rows/data-list.tsx';
import { RowName } from '#web/ui/rows/row-parts.tsx';
import { BookingState } from './booking-card.tsx';
import { getEndTime } from './day-layout.ts';

type DayListProps = {
  label: string;
  bookings: readonly Booking[];
  openId: string | undefined;
  onOpen: (booking: Booking) => void;
};

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
export function DaySheet({ label, bookings, day: { booked, perDay } }: DaySheetProps) {
  const t = useTranslations('bookings');
  const columns = useBookingColumns();
  const takesNone = perDay === 0 && booked === 0;
  const counted = perDay === null ? t('booked', { booked }) : t('ofCapacity', { booked, capacity: perDay });
  const count = takesNone ? t('takesNone') : counted;
  const came = {
    key: 'came',
    header: t('came'),
    width: '56px',
    cell: ({ outcome }: Booking) => (outcome === 'arrived' || outcome === 'done' ? '☑' : '☐'),
  };
  const printed = columns.filter(({ key }) => key !== 'state');
  return (
    <div className="print-only">
      <h2 className="heading">
        {label} · {count}
      </h2>
      <PrintedRows
        label={label}
        columns={[came, ...printed.map((column) => ({ ...column, width: printedWidths[column.key] }))]}
        rows={[...bookings]}
        instead={bookings.length === 0 && <p>{t('emptyList')}</p>}
      />
    </div>
  );
}

const printedWidths: Readonly<Record<string, string>> = {
  time: '10%',
  name: '15%',
  phone: '12%',
  vehicle: '19%',
  offering: '15%',
  advisor: '11%',
};

function useBookingColumns(onOpen?: (booking: Booking) => void): Column<Booking>[] {
  const t = useTranslations('bookings');
  const formats = useFormats();
  const timeOf = (booking: Booking) => {
    const { time } = booking;
    const end = getEndTime(booking);
    if (time === null) return <span className="quiet">{t('noTime')}</span>;
    return end ? t('until', { from: formats.time(time), to: formats.time(end) }) : formats.time(time);
  };
  return [
    { key: 'time', header: t('time'), width: '100px', cell: timeOf },
    {
      key: 'name',
      header: t('name'),
      width: '14%',
      cell: (booking) =>
        onOpen ? <RowName onOpen={() => onOpen(booking)}>{booking.name}</RowName> : booking.name,
    },
    { key: 'phone', header: t('phone'), width: '168px', cell: ({ phone }) => <PhoneLink phone={phone} /> },
    // A number plate goes on in the second line, which leaves room for the notes.
    { key: 'vehicle', header: t('vehicle'), width: '172px', cell: ({ vehicleNumber }) => vehicleNumber },
    {
      key: 'offering',
      header: t('offering'),
      width: '12%',
      cell: ({ serviceOrCampaign }) => serviceOrCampaign?.name,
    },
    { key: 'advisor', header: t('advisor'), cell: ({ advisor }) => advisor?.name },
    { key: 'notes', header: t('notes'), cell: ({ notes }) => notes },
    {
      key: 'state',
      header: t('state'),
      width: '112px',
      cell: (booking) => <BookingState booking={booking} />,
    },
  ];
}
