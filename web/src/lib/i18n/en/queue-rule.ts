export const queueRule = {
  lost: 'Customers you would lose by waiting come first:',
  targetRunning: 'New enquiries with time left, the most urgent first',
  appointmentToday: 'Today’s appointments that nobody has confirmed, by time',
  dueToday: 'Follow-ups and repeat calls due today',
  targetMissed: 'New enquiries that became late today, the latest first',
  overdue: 'Overdue follow-ups and repeat calls, the latest first',
  passedAppointment: 'Past appointments without an outcome, the latest first',
  appointmentTomorrow: 'Tomorrow’s appointments, not yet reminded',
  older: 'Older enquiries, the newest first',
  tenth: 'Every tenth place goes to whoever has been in the queue longest.',
};
