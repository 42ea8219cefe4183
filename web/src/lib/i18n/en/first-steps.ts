export const firstSteps = {
  title: 'Set up Pitlane',
  count: '{done, number} of {all, number} done',
  done: 'Done:',
  dismiss: 'Not needed',
  dismissOf: 'Not needed: {step}',
  dismissed: 'Not needed: {step}',
  steps: {
    offerings: { title: 'Add services', why: 'What customers ask for: services, campaigns and parts.' },
    people: { title: 'Invite people', why: 'Each person creates an account from an emailed link.' },
    workingHours: {
      title: 'Set working hours',
      why: 'They decide by when a new enquiry is to be answered.',
    },
    websiteForm: {
      title: 'Put a form on your website',
      why: 'What visitors enter becomes a lead.',
    },
    metaConnections: {
      title: 'Connect lead ads and WhatsApp',
      why: 'Enquiries from Facebook, Instagram and WhatsApp become leads.',
    },
    import: {
      title: 'Import your old list',
      why: 'A spreadsheet of leads or customers, which is checked before anything is saved.',
    },
    address: {
      title: 'Choose the address',
      why: 'Links open on the server’s own machine only. Set PUBLIC_URL to the address that people use.',
    },
    mail: { title: 'Send emails', why: 'No email is sent. Set SMTP_URL to your mail server.' },
    backups: {
      title: 'Make backups',
      why: 'No backup is made. Set BACKUP_DIR to a folder, preferably on another disk.',
    },
  },
  emptyTitle: 'No leads yet',
  emptyWhy:
    'Once leads come in, this page shows which are late, how this week compares with the last, and a report of each service center.',
  localLink:
    'Only the machine that Pitlane runs on can open this link. Set PUBLIC_URL to the address that people use, and restart Pitlane.',
};
