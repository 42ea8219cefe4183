/** Words of the service centers. */
export const serviceCenters = {
  title: 'Service Centers',
  create: 'Create Service Center',
  update: 'Update Service Center',
  created: 'Service Center Created',
  updated: 'Service Center Updated',
  searchHint: 'Name, address or contact',
  columns: { name: 'Name', active: 'Active' },
  fields: { name: 'Name', address: 'Address', contactNo: 'Contact number' },
  activeOf: 'Active: {name}',
  editOf: 'Edit: {name}',
  empty: 'No Record Found!',
  emptyWhy: 'Leads are recorded for a service center. Create the first one.',
} as const;
