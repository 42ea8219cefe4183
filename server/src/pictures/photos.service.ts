import sharp from 'sharp';
import { openLimiter } from '#server/lib/limit.ts';
import { maxPicturePixels } from './pictures.service.ts';

const sides = { photo: 2_048, thumbnail: 320 };
const patienceSeconds = 20;

// One at a time, so that pictures of customers take no turn of people who wait for theirs.
const turns = openLimiter(1, 1_000);

/** Says that a picture has more pixels than are read. */
export class TooManyPixelsError extends Error {}

/** Says that a file is a HEIC, as iPhones take photos. */
export class HeicPhotoError extends Error {}

/** Says that a file is no JPEG, PNG or WebP, or a broken one. */
export class UnreadablePhotoError extends Error {}

type Photo = { content: Buffer; width: number; height: number; thumbnail: Buffer };

/**
 * Encodes a JPEG, PNG or WebP anew as WebP of at most 2,048 pixels a side, without metadata, and makes a thumbnail. Stores nothing.
 *
 * @throws TooManyPixelsError
 * @throws HeicPhotoError
 * @throws UnreadablePhotoError
 */
export function encodePhoto(bytes: Buffer): Promise<Photo> {
  return turns.run(async () => {
    if (isHeic(bytes)) throw new HeicPhotoError();
    try {
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width * height > maxPicturePixels) throw new TooManyPixelsError();
      const { data: content, info } = await sharp(bytes, {
        limitInputPixels: maxPicturePixels,
        failOn: 'error',
        pages: 1,
      })
        .autoOrient()
        .resize(sides.photo, sides.photo, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: patienceSeconds })
        .toBuffer({ resolveWithObject: true });
      const thumbnail = await sharp(content)
        .resize(sides.thumbnail, sides.thumbnail, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 60 })
        .toBuffer();
      return { content, width: info.width, height: info.height, thumbnail };
    } catch (error) {
      throw error instanceof TooManyPixelsError ? error : new UnreadablePhotoError();
    }
  });
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

function isHeic(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ftyp' && heicBrands.has(bytes.toString('latin1', 8, 12));
}
