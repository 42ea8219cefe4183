import type { MessagePicture } from '#contract/intake/message-pictures.ts';
import type { Context } from '#server/context.ts';
import { countPicturesBefore, deletePicturesBefore, findPictures } from './pictures.db.ts';

/** Lists the picture that each message brings, by delivery; others are missing. */
export async function listPictures(
  { db }: Pick<Context, 'db'>,
  deliveries: readonly string[],
): Promise<ReadonlyMap<string, MessagePicture>> {
  const found = await findPictures(db, deliveries);
  return new Map(
    found.map(({ delivery, thumbnail, ...picture }) => {
      const shown = thumbnail && `data:image/webp;base64,${thumbnail.toString('base64')}`;
      return [delivery, { ...picture, thumbnail: shown }];
    }),
  );
}

/** Counts pictures that were stored before a moment, up to a limit. */
export function countOldPictures({ db }: Pick<Context, 'db'>, before: Date, limit: number): Promise<number> {
  return countPicturesBefore(db, before, limit);
}

/** Deletes the files of pictures that were stored before a moment, at most `limit`, in the transaction of `db`. @returns how many. */
export function expirePictures({ db }: Pick<Context, 'db'>, before: Date, limit: number): Promise<number> {
  return deletePicturesBefore(db, before, limit);
}
