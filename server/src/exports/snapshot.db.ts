import type { Db } from '#server/db/transaction.ts';

/** The database as it is at one moment, on a connection of its own until it is released. */
type Snapshot = { db: Db; release: () => void };

/** Opens a snapshot; a connection that breaks off fails its reads and is given back all the same. */
export function openSnapshot(db: Db): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    db.transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => new Promise<void>((release) => resolve({ db: tx, release })))
      .catch(reject);
  });
}
