/**
 * In the order in which they are worked: follow-ups of earlier days and of today, new enquiries nobody has tried, tries to
 * repeat today, leads still booked whose appointment was on an earlier day, appointments of today and tomorrow about which
 * the customer was not reached yet. Days are the dealer's.
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
