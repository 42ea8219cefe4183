/**
 * Maps outcomes to their keys, on the work screen and, once they are asked for, below a lead beside its list; `reminded` is for booked
 * leads.
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

/** The key of an attempt that reached the customer, below a lead beside its list alone. */
export const reachedKey = '0';
