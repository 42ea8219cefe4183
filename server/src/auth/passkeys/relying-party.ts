import { isIP } from 'node:net';

/** Passkeys work at this origin alone, on no other name of the server. */
export type RelyingParty = { id: string; origin: string };

/** @returns undefined where browsers allow none: at an IP address, and without TLS but on this machine. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(hostname) || hostname.startsWith('[')) return undefined;
  return protocol === 'https:' || hostname === 'localhost' ? { id: hostname, origin } : undefined;
}
