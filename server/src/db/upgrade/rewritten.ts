/**
 * Migrations that were rewritten to the same effect, so that they find what was made ahead of them: the SHA-256 of the file
 * as it is now, and as it was first. Databases and backups know them by the first one, also those that are made now, so that
 * versions from before the change accept them.
 */
export const rewritten: Readonly<Record<string, { now: string; first: string }>> = {
  '0026-orders-of-lists': {
    now: 'd646d7a584c802c4d6991431c17c8dd3c30153ae9198ea368c296c08769363a9',
    first: 'a59e4f4e9435c9c574af705fbcc6b7ebb9816a793a20f0ed3282a55180444b08',
  },
  '0031-leads-of-nobody': {
    now: 'f9ee204a208d6131e37dee59140ed3cf43fd9b3bc2d60829432d52ba5b03eaba',
    first: '2b8fae1e630b54bfb7d97182f4453bc8446a88718ae96893c24747003804c428',
  },
  '0032-erasure': {
    now: '5e2e26dbc668237e1a6f18d6b5de1e2196a7e2f2c77c3f851812b16fea5fa697',
    first: '497a6580e7ade154fecf798d66d57b6cb7c974f1ad557ac3604aa7033e1146a7',
  },
};
