import { isIP } from 'node:net';

/** For whom passkeys are made: they work at this origin alone, and on no other name of the server. */
export type RelyingParty = { id: string; origin: string };

/** @returns undefined where browsers allow no passkeys: at an address of numbers, and without TLS but on this machine. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(hostname) || hostname.startsWith('[')) return undefined;
  return protocol === 'https:' || hostname === 'localhost' ? { id: hostname, origin } : undefined;
}
