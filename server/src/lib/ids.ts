import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** @returns a new UUIDv7 that carries the given instant, so that ids sort as their records were made. */
export function newId(at: Date): string {
  return v7({ msecs: at.getTime() });
}

/** @returns 256 random bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** @returns the SHA-256 under which a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
