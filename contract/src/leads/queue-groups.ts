/**
 * Groups in working order: follow-ups of earlier days and of today; enquiries nobody has tried; attempts to repeat today; booked leads
 * whose appointment has passed; appointments of today and tomorrow about which the customer was not reached. Days are the dealer's.
 */
export const queueGroups = [
  'overdue',
  'dueToday',
  'new',
  'tryAgain',
  'passedAppointment',
  'comingAppointment',
] as const;
export type QueueGroup = (typeof queueGroups)[number];
