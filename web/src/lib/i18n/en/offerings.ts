/** Words of the services, campaigns and parts. */
export const offerings = {
  title: 'Services & Campaigns',
  add: 'Add Service / Campaign',
  update: 'Update Service / Campaign',
  submit: 'Add',
  save: 'Save',
  created: 'Service Created',
  updated: 'Service Updated',
  searchHint: 'Name or location',
  columns: {
    type: 'Type',
    startDate: 'Start Date',
    endDate: 'End Date',
    location: 'Location',
    toggle: 'Toggle',
  },
  fields: {
    type: 'Type',
    name: 'Name',
    location: 'Location',
    startDate: 'Start Date',
    endDate: 'End Date',
  },
  emptyWhy: 'No services, campaigns or parts yet. Add the first one.',
} as const;
