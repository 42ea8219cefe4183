import sharp from 'sharp';
import type { ActorContext, Context } from '#server/context.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { newToken } from '#server/lib/ids.ts';
import { openLimiter, TooBusyError } from '#server/lib/limit.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import { deletePictures, findPicture, insertPicture } from './pictures.db.ts';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

// No upload is decoded twice.
sharp.cache(false);

const side = 512;
/** How many pixels a picture may have at most; one with more is not read. */
export const maxPicturePixels = 24_000_000;
// Strangers' pictures keep nobody's waiting.
const turns = { people: openLimiter(2, 16), strangers: openLimiter(1, 16, 4) };

/** A picture as WebP of at most 512 pixels a side, without metadata; not stored yet. */
export type Picture = { bytes: Buffer };

/**
 * Encodes an uploaded JPEG, PNG or WebP as WebP of at most 512 pixels a side; stores nothing.
 *
 * @param shape `square` crops to the middle (portraits), `whole` keeps the proportions (logos).
 * @param field of the form, for a refusal.
 * @throws Refusal 400 for anything else, or more than 24 megapixels.
 * @throws TooBusyError when too many wait.
 */
export async function readUpload(
  context: Context | ActorContext,
  file: UploadedFile,
  shape: 'square' | 'whole',
  field: string,
): Promise<Picture> {
  const { releaseWhileWaiting = (wait) => wait() } = context;
  const { run } = 'actor' in context ? turns.people : turns.strangers;
  const bytes = await releaseWhileWaiting(() => run(() => encode(file.bytes, shape))).catch(
    (error: unknown) => {
      if (error instanceof TooBusyError) throw error;
      throw invalidFields({ [field]: 'Choose a JPEG, PNG or WebP picture of at most 24 megapixels' });
    },
  );
  return { bytes };
}

/** Stores a picture under a new random name. @returns the name, which is its path on this server. */
export async function storePicture(context: Context, { bytes }: Picture): Promise<string> {
  const name = `pictures/${newToken()}.webp`;
  await insertPicture(context.db, { name, bytes, at: context.clock.now() });
  return name;
}

/** Deletes pictures by their names; null names none. */
export async function deleteStoredPictures(
  context: Context,
  names: readonly (string | null)[],
): Promise<void> {
  const stored = names.filter((name) => name !== null);
  if (stored.length > 0) await deletePictures(context.db, stored);
}

/** Reads the bytes of a picture by its name; undefined when it is unknown. */
export function readPicture(context: Context, name: string): Promise<Buffer | undefined> {
  return findPicture(context.db, name);
}

function encode(bytes: Buffer, shape: 'square' | 'whole'): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: maxPicturePixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(side, side, {
      fit: shape === 'square' ? 'cover' : 'inside',
      withoutEnlargement: shape === 'whole',
    })
    .webp({ quality: 82 })
    .toBuffer();
}
