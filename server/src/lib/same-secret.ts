import { createHash, timingSafeEqual } from 'node:crypto';

/** Tells whether two secrets are equal, in a time that does not depend on them. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
