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
    customerMessages: { title: 'Send messages to customers' },
    import: { title: 'Import your old list' },
    address: {
      title: 'Let others reach Pitlane',
      why: 'Links open on this machine only. Set PUBLIC_URL to the address that people use, and restart Pitlane.',
    },
    mail: {
      title: 'Send emails',
      why: 'No email is sent. Set SMTP_URL to your mail server, and restart Pitlane.',
    },
    backups: {
      title: 'Make backups',
      why: 'No backup is made. Set BACKUP_DIR to a folder on another disk, and restart Pitlane.',
    },
  },
  emptyTitle: 'No leads yet',
  emptyWhy:
    'Once leads come in, this page shows which are late, how this week compares with the last, and a report of each service center.',
  localLink:
    'Only the machine that Pitlane runs on can open this link. Set PUBLIC_URL to the address that people use, and restart Pitlane.',
};
