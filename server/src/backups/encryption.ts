import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartError } from '#server/lib/errors.ts';

/** The first bytes of every file in the age format. */
export const ageHeader = 'age-encryption.org/v1\n';

/** Encrypts a stream into the age format, by a passphrase: `age --decrypt` reads it as well. */
export async function* encryptStream(
  content: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const age = new Encrypter();
  age.setPassphrase(passphrase);
  yield* toBuffers(await age.encrypt(toStream(content)));
}

/**
 * Decrypts a stream in the age format.
 *
 * @param file names it in errors.
 * @throws StartError when the passphrase is wrong or missing, and another error when the content was changed.
 */
export async function* decryptStream(
  file: string,
  content: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): AsyncGenerator<Buffer> {
  if (!passphrase) throw new StartError(`${file} is encrypted: set BACKUP_PASSPHRASE to its passphrase.`);
  const age = new Decrypter();
  age.addPassphrase(passphrase);
  const plain = await age.decrypt(toStream(content)).catch(() => {
    throw new StartError(`${file} does not open with this BACKUP_PASSPHRASE.`);
  });
  yield* toBuffers(plain);
}

function toStream(content: AsyncIterable<Buffer>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(content));
}

async function* toBuffers(content: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of Readable.fromWeb(content)) yield Buffer.from(piece);
}
