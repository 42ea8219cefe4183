export const bookingOutcomes = {
  outcomes: { expected: 'Expected', arrived: 'Arrived', didNotCome: 'Did not come', done: 'Done' },
  bookedFor: 'Booked for {booked}',
};
