/** Words of the leads of a day, a week and a month. */
export const periodLeads = {
  tabs: 'Lists of leads',
  overview: 'Overview',
  all: 'All Leads',
  byPeriod: 'Recent leads',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  customers: 'Customers',
  titles: { daily: 'Daily Leads', weekly: 'Weekly Leads', monthly: 'Monthly Leads' },
  date: 'Date',
  phone: 'Phone Number',
  viewOf: 'View: {name}',
  updateOf: 'Update: {name}',
  deleteOf: 'Delete: {name}',
  emptyWhy: {
    daily: 'No leads entered today.',
    weekly: 'No leads entered in the last 7 days.',
    monthly: 'No leads entered in the last 30 days.',
  },
  longer: { daily: 'See the last 7 days', weekly: 'See the last 30 days' },
} as const;
