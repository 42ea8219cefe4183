import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '#contract/call/messages.ts';
import { getErrorCode, StartError } from './errors.ts';
import { Refusal } from './refusal.ts';

const algorithm = 'aes-256-gcm';
const lengths = { key: 32, nonce: 12, tag: 16 } as const;
const fileName = 'secret.key';

/**
 * Encrypts what must be told to others later, such as a key of a connection, so that it is unreadable in the database and its backups.
 */
export type Sealing = {
  /** @param about what it belongs to, such as an id: it opens for nothing else. @throws Refusal 503 without a key. */
  seal: (text: string, about: string) => Buffer;
  unseal: (sealed: Buffer, about: string) => string | undefined;
};

/** Makes the sealing of a key. @param secret at least 32 characters; without it `seal` refuses and `unseal` returns undefined. */
export function openSealing(secret: string | undefined): Sealing {
  if (secret === undefined) {
    const seal = () => {
      throw new Refusal('unavailable', messages.secretKeyMissing);
    };
    return { seal, unseal: () => undefined };
  }
  const key = createHash('sha256').update('pitlane sealing ').update(secret).digest();
  return {
    seal: (text, about) => {
      const nonce = randomBytes(lengths.nonce);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    unseal: (sealed, about) => {
      const nonce = sealed.subarray(0, lengths.nonce);
      const tag = sealed.subarray(lengths.nonce, lengths.nonce + lengths.tag);
      try {
        const decipher = createDecipheriv(algorithm, key, nonce).setAAD(Buffer.from(about)).setAuthTag(tag);
        const text = decipher.update(sealed.subarray(lengths.nonce + lengths.tag));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** Reads the key of the data folder, which is made there once. @throws StartError when it cannot be read or made. */
export async function readSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, fileName);
  try {
    const made = await open(file, 'wx', 0o600).catch((error) => {
      if (getErrorCode(error) === 'EEXIST') return undefined;
      throw error;
    });
    if (made) {
      await made.writeFile(`${randomBytes(lengths.key).toString('base64url')}\n`);
      await made.sync();
      await made.close();
    }
    const key = (await readFile(file, 'utf8')).trim();
    if (key.length >= lengths.key) return key;
  } catch (error) {
    throw new StartError(`The key in ${file} cannot be read or made: ${getErrorCode(error)}.`);
  }
  throw new StartError(`The key in ${file} is not whole: put it back from a copy, or set SECRET_KEY.`);
}
