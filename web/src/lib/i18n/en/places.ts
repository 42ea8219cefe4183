export const places = {
  dayAndTime: '{day}, {time}',
  noFree: 'No free place',
  book: 'Book {place}',
  bookAnyway: 'Book anyway',
  reasons: {
    closed: 'Closed on {day}.',
    closedAt: 'Closed at {time} on {day}.',
    takesNone: 'The center takes no cars on {day}.',
    dayFull: '{booked, number} of {capacity, number} cars are booked on {day}.',
    hourFull: '{booked, number} of {capacity, number} cars are booked from {from} to {to} on {day}.',
    offeringFull: '{offering}: {booked, number} of {capacity, number} are booked on {day}.',
    tooSoon: 'The center is booked at least {notice} ahead.',
    tooFar: 'The center is booked at most {days, plural, one {# day} other {# days}} ahead.',
  },
  notice: {
    minutes: '{count, plural, one {# minute} other {# minutes}}',
    hours: '{count, plural, one {# hour} other {# hours}}',
    days: '{count, plural, one {# day} other {# days}}',
  },
};
