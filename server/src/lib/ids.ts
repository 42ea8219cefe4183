import { createHash, randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

// Begins anywhere, so that processes differ.
let made = randomInt(2 ** 31);

/** Makes a UUIDv7, so that IDs sort by creation, those of a process also within a millisecond. */
export function newId(at: Date): string {
  made = (made + 1) % 2 ** 32;
  return v7({ msecs: at.getTime(), seq: made });
}

/** Makes a token of 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token for storage. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
