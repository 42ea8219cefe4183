import { isIP } from 'node:net';
import pg from 'pg';
import { z } from 'zod';
import { isAddressOrRange, isInRanges, isLoopbackHost } from '#server/lib/network.ts';

/** Tells whether a text has the form of a host; whether it is this machine's shows when it is listened to. */
export function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true;
  return text.length <= 253 && /^([a-z\d]([\w-]{0,61}[a-z\d])?\.)*[a-z]([\w-]{0,61}[a-z\d])?$/i.test(text);
}

/** Tells whether a text has the form of an address of PostgreSQL; connects to nothing. */
export function isDatabaseAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return false;
  try {
    // Connects to nothing yet.
    new pg.Client({ connectionString: text });
  } catch {
    return false;
  }
  return url.hostname !== '' || !!url.searchParams.get('host');
}

/** Tells whether a text has the form of an address of a mail server (`smtp://` or `smtps://`). */
export function isMailAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false;
  try {
    return [url.username, url.password].map(decodeURIComponent).length > 0;
  } catch {
    return false;
  }
}

/** Reads an origin of http or https; adds an issue for anything else. */
export function readOrigin(got: string, context: z.RefinementCtx): string {
  const url = URL.parse(got);
  const isOrigin = url && got.replace(/\/$/, '').toLowerCase() === url.origin;
  if (isOrigin && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  context.addIssue('not an origin');
  return z.NEVER;
}

/** Reads the address of an API, over https or on a near network, without a slash at its end; adds an issue for anything else. */
export function readApiAddress(got: string, context: z.RefinementCtx): string {
  const url = URL.parse(got);
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isNear = isLoopbackHost(host) || isInRanges(host, ['linklocal', 'uniquelocal']);
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isNear)))
    return url.href.replace(/\/+$/, '');
  context.addIssue('not an address of an API');
  return z.NEVER;
}

/** Reads which proxies are trusted: none, a number of hops, or addresses and ranges; adds an issue for anything else. */
export function readProxies(got: string, context: z.RefinementCtx): false | number | string[] {
  if (got === 'off' || got === 'false') return false;
  if (/^[1-9]\d?$/.test(got)) return Number(got);
  const addresses = got.split(',').map((address) => address.trim());
  if (!addresses.every(isAddressOrRange)) context.addIssue('not proxies');
  return addresses;
}
