import { z } from 'zod';
import { id } from '#contract/text/text.ts';

/** `expired`: it was deleted after the dealer's term. */
const pictureStates = ['waiting', 'stored', 'failed', 'expired'] as const;

const pictureFailures = ['tooLarge', 'tooManyPixels', 'heic', 'notPicture', 'gone', 'noRoom'] as const;
/**
 * The reasons why a picture is not here: its file was too large, it has too many pixels, it is a HEIC as iPhones take them, it cannot be read as a
 * picture, WhatsApp no longer has it, or there was no room for it.
 */
export type PictureFailure = (typeof pictureFailures)[number];

/**
 * A picture that a customer sent by WhatsApp, fetched after the message. `file`: the attachment by which it is downloaded, `thumbnail`: a small one as
 * an address, both null unless it is stored.
 */
export const messagePicture = z.object({
  state: z.enum(pictureStates),
  reason: z.enum(pictureFailures).nullable(),
  file: z.nullable(id),
  width: z.int().nullable(),
  height: z.int().nullable(),
  thumbnail: z.string().nullable(),
});
export type MessagePicture = z.infer<typeof messagePicture>;
