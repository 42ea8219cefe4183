export const firstSteps = {
  title: 'Set up Pitlane',
  count: '{done, number} of {all, number} done',
  done: 'Done:',
  optional: 'Optional',
  dismiss: 'Not needed',
  dismissOf: 'Not needed: {step}',
  dismissed: 'Not needed: {step}',
  steps: {
    offerings: { title: 'Add services, campaigns and parts' },
    people: { title: 'Invite people' },
    workingHours: { title: 'Set working hours' },
    bookingRules: { title: 'Set how many cars a day takes' },
    websiteForm: { title: 'Put a form on your website' },
    metaConnections: { title: 'Connect lead ads and WhatsApp' },
    messageWay: { title: 'Connect WhatsApp or an SMS gateway' },
    customerMessages: { title: 'Switch on messages to customers' },
    import: { title: 'Import your old list' },
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
