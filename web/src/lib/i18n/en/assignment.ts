export const assignment = {
  advisors: 'Advisors',
  chosen: '{count, plural, =0 {Choose one or more} other {# chosen}}',
  search: 'Search people',
  none: 'Nobody may have these leads.',
  nobody: 'Nobody',
  anyone: 'anyone may take them',
  open: '{count, number} open',
  away: 'away until {date}',
  partly: '{count, number} of {total, number}',
  share: '{name} {count, number}',
  shared: 'Shared evenly: {shares}',
  stay: '{count, plural, one {# lead stays} other {# leads stay}}: nobody chosen works at {centers}.',
};
