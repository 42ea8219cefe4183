import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** @returns a UUIDv7 that carries the instant, so that ids sort by creation. */
export function newId(at: Date): string {
  return v7({ msecs: at.getTime() });
}

/** @returns 256 random bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
