/**
 * Maps outcomes to their keys, on the work screen and, once they are asked for, below a lead beside its list. `reached` is only there,
 * `reminded` is for booked leads.
 */
export const outcomeKeys = {
  noAnswer: '1',
  busy: '2',
  callLater: '3',
  wrongNumber: '4',
  followUp: '5',
  booked: '6',
  completed: '7',
  lost: '8',
  reminded: '9',
} as const;

export const reachedKey = '0';
