import { Secret, TOTP } from 'otpauth';
import { authenticatorCodeLength } from '#contract/login/second-factor.ts';

/** The rules that every app assumes. Source: RFC 6238. */
const rules = { algorithm: 'SHA1', digits: authenticatorCodeLength, period: 30 } as const;

/** Creates a secret of 160 random bits. Source: RFC 4226. */
export function createAuthenticatorSecret(): Buffer {
  return Buffer.from(new Secret({ size: 20 }).bytes);
}

/** Returns what an authenticator app needs of a secret: its text in Base32, to type, and a link, to scan. */
export function describeAuthenticator(
  secret: Buffer,
  issuer: string,
  label: string,
): { secret: string; link: string } {
  const app = new TOTP({ ...rules, issuer: issuer.replaceAll(':', ' '), label, secret: secretOf(secret) });
  return { secret: app.secret.base32, link: app.toString() };
}

/**
 * Verifies a code in constant time.
 *
 * @returns the code's half minute since 1970, at most one away; undefined for a wrong code.
 */
export function verifyAuthenticatorCode(secret: Buffer, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...rules, secret: secretOf(secret), token: code, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period: rules.period, timestamp }) + delta;
}

/** Returns the digits of a typed code, without spaces and dashes; undefined for anything that is no code of an app. */
export function parseAuthenticatorCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '');
  return digits.length === authenticatorCodeLength && /^\d+$/.test(digits) ? digits : undefined;
}

function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer });
}
