export const leadDetails = {
  title: 'Lead Details',
  contact: 'Contact',
  enquiry: 'Enquiry',
  progress: 'Progress',
  people: 'People',
  openHistory: 'Open history',
  edited: '(edited)',
};
