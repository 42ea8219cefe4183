export const bookingOutcomes = {
  outcomes: { expected: 'Expected', arrived: 'Arrived', didNotCome: 'Did not come', done: 'Done' },
  bookedFor: 'Booked for {booked}',
  label: 'Booking',
  ready: 'Ready to collect',
  lines: {
    expected: '{name} is expected again',
    arrived: '{name} arrived',
    didNotCome: '{name} did not come',
    ready: '{name}: ready to collect',
    notReady: '{name}: not ready to collect',
  },
  actions: { arrived: 'Arrived: {name}', didNotCome: 'Did not come: {name}' },
  keys: { arrived: 'The chosen customer arrived', didNotCome: 'The chosen customer did not come' },
  takenBack: 'Taken back',
  next: {
    title: '{name} did not come',
    ask: 'What next?',
    followUp: 'Call them',
    booked: 'Another date',
    lost: 'Lost',
    leave: 'Leave it for now',
  },
};
