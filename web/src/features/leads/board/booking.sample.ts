import type { Booking } from '#contract/bookings/booking.ts';
import type { BookingDay } from '#contract/bookings/bookings.ts';

export function makeBooking(over: Partial<Booking> = {}): Booking {
  return {
    _id: 'one',
    version: 2,
    name: 'Karim',
    phone: '+8801712345678',
    vehicleNumber: null,
    notes: null,
    status: 'booked',
    serviceCenter: { _id: 'center', name: 'Agrabad' },
    serviceOrCampaign: null,
    advisor: null,
    bookedBy: { _id: 'rahim', name: 'Rahim' },
    date: '2026-11-29',
    time: null,
    minutes: null,
    outcome: 'expected',
    confirmedAt: null,
    readyAt: null,
    ...over,
  };
}

export function makeBookingDay(over: Partial<BookingDay> = {}): BookingDay {
  return {
    date: '2026-11-29',
    holiday: null,
    spans: [{ from: '09:00', to: '12:00' }],
    closures: [],
    hasRules: true,
    perDay: null,
    perHour: null,
    noticeMinutes: null,
    daysAhead: null,
    booked: 0,
    ...over,
  };
}
