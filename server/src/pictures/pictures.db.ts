import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Inserts a picture under a name that is not taken. @throws when it is. */
export async function insertPicture(
  db: Db,
  picture: { name: string; bytes: Buffer; at: Date },
): Promise<void> {
  await db
    .insertInto('pictures')
    .values({ name: picture.name, bytes: picture.bytes, created_at: picture.at })
    .execute();
}

/** Finds the bytes of a picture by its name. */
export async function findPicture(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('pictures').select('bytes').where('name', '=', name).executeTakeFirst();
  return row?.bytes;
}

/** Deletes pictures by name; names without a picture are passed over. */
export async function deletePictures(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from pictures where name = any(${names})`.execute(db);
}
