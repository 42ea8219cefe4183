export const dashboard = {
  title: 'Dashboard',
  managementTitle: 'Management Dashboard',
  byStatus: 'Leads by status',
};
