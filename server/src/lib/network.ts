import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** As in Fastify's `trustProxy`. */
const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** What one connection cannot change: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/** What a provider's customer has at most: an IPv4 address, or the first 48 bits of an IPv6 address. */
export function siteOf(address: string): string {
  return prefixOf(address, 48);
}

function prefixOf(address: string, bits: number): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${prefix.join(':')}::/${bits}`;
}

/** Also a range's name. */
export function isAddressOrRange(text: string): boolean {
  if (text in namedRanges || isIP(text) !== 0) return true;
  return isIP(text.split('/')[0] ?? '') !== 0 && ipaddr.isValidCIDR(text);
}

export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return ranges
    .flatMap((range) => namedRanges[range] ?? [range])
    .map((range) =>
      ipaddr.parseCIDR(range.includes('/') ? range : `${range}/${isIP(range) === 4 ? 32 : 128}`),
    )
    .some(([network, bits]) => parsed.kind() === network.kind() && parsed.match([network, bits]));
}

/** IPv6 in brackets, as in URLs. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''));
}

export function isLoopback(address: string): boolean {
  return isInRanges(address, ['loopback']);
}
