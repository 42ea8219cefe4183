import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '#server/lib/same-secret.ts';

// Seconds that filling in takes a person at least, and a page may be open.
const fewest = 3;
const most = 86_400;

/** The leading zero bits that a browser must find by hashing before it may send a form: a proof of work. */
export const proofBits = 14;

type FormKey = { name: string; isEarly: boolean };

/**
 * Creates the key that a page sends with its form, which tells it from others, so that it counts once, and says when the page was
 * made. Nothing is stored for it.
 *
 * @param secret of the form's connection.
 * @param isFilled for a page that shows what was typed already.
 */
export function createFormKey(secret: string, form: string, at: Date, isFilled = false): string {
  const seconds = Math.floor(at.getTime() / 1_000) - (isFilled ? fewest : 0);
  const about = `${randomBytes(16).toString('base64url')}.${seconds.toString(36)}`;
  return `${about}.${sign(secret, form, about)}`;
}

/**
 * Verifies a key of {@link createFormKey}. `isEarly`: it comes back sooner than a person types.
 *
 * @returns undefined for what this form has not made, or not within a day.
 */
export function readFormKey(secret: string, form: string, key: string, at: Date): FormKey | undefined {
  const [name = '', since = '', signature = '', ...more] = key.split('.');
  if (more.length > 0 || !isSameSecret(signature, sign(secret, form, `${name}.${since}`))) return undefined;
  const age = Math.floor(at.getTime() / 1_000) - Number.parseInt(since, 36);
  // Another process may have made it, whose clock is ahead.
  return age >= -60 && age <= most ? { name, isEarly: age < fewest } : undefined;
}

/** Tells whether a proof is the number that a browser had to find for the key. */
export function isValidProof(key: string, proof: string): boolean {
  if (!/^\d{1,10}$/.test(proof)) return false;
  const hash = createHash('sha256').update(`${key}.${proof}`).digest();
  return hash.readUInt32BE(0) >>> (32 - proofBits) === 0;
}

function sign(secret: string, form: string, about: string): string {
  return createHmac('sha256', secret).update(`form ${form} ${about}`).digest('base64url');
}
