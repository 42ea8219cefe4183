export const serviceCenters = {
  title: 'Service Centers',
  create: 'Create Service Center',
  update: 'Update Service Center',
  created: 'Service Center Created',
  updated: 'Service Center Updated',
  searchHint: 'Name, address or contact',
  fields: { name: 'Name', address: 'Address', contactNo: 'Contact number' },
};
