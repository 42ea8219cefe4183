export const leadWork = {
  sort: 'Sort by',
  sorts: {
    entered: { desc: 'Newest first', asc: 'Oldest first' },
    name: { asc: 'Name, A to Z', desc: 'Name, Z to A' },
    statusSince: { asc: 'Longest in status', desc: 'Shortest in status' },
    followUp: { asc: 'Follow-up, earliest', desc: 'Follow-up, latest' },
    appointment: { asc: 'Appointment, earliest', desc: 'Appointment, latest' },
    waiting: { desc: 'Waiting longest', asc: 'Touched last' },
  },
  advisor: 'Advisor',
  advisors: 'Advisors',
  everybodys: 'Everybody’s',
  mine: 'Mine',
  nobodys: 'Nobody’s',
  someAdvisor: 'One advisor',
  showAdvisor: 'Show advisors',
  followUpDue: 'Follow-up due',
  anyFollowUp: 'All follow-ups',
  followUpsDue: { overdue: 'Overdue', today: 'Due today', week: 'Next 7 days' },
  noContact: 'No contact {days, plural, =0 {yet today} one {for # day} other {for # days}}',
  due: {
    overdue: '{begins, select, yes {Overdue} other {overdue}} {days, plural, one {# day} other {# days}}',
    today: '{begins, select, yes {Today} other {today}}',
    ahead: '{begins, select, yes {In} other {in}} {days, plural, one {# day} other {# days}}',
  },
  neglected: {
    title: 'Neglected Leads',
    statuses: 'Statuses',
    empty:
      'Nobody is kept waiting. Leads appear here after {days, plural, one {# day} other {# days}} without contact or change.',
  },
} as const;
