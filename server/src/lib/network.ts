import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns the network of an IP address as text: of IPv6 its first 64 bits, of IPv4 the address itself. */
export function getNetwork(address: string): string {
  return prefixOf(address, 64);
}

/** Returns the site of an IP address as text: of IPv6 its first 48 bits, of IPv4 the address itself. */
export function getSite(address: string): string {
  return prefixOf(address, 48);
}

function prefixOf(address: string, bits: number): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${prefix.join(':')}::/${bits}`;
}

/**
 * Tells whether a text is an address, a range or a range's name. A range that would hold strangers is refused: wider than 10.0.0.0/8
 * or, of IPv6, than private networks are.
 */
export function isAddressOrRange(text: string): boolean {
  if (Object.hasOwn(namedRanges, text)) return true;
  const [address = ''] = text.split('/');
  if (isIP(address) === 0 || address.includes('%')) return false;
  return address === text || (ipaddr.isValidCIDR(text) && !isTooWide(text));
}

function isTooWide(range: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(range);
  if (network instanceof ipaddr.IPv4) return bits < 8;
  // IPv4 addresses are in there as well.
  const mapped = ipaddr.parse('::ffff:0:0');
  if (network.match(mapped, 96) || mapped.match(network, bits)) return bits < 96 + 8;
  const isPrivate = ['fc00::/7', 'fe80::/10'].some((own) => {
    const [ownNetwork, ownBits] = ipaddr.parseCIDR(own);
    return bits >= ownBits && network.match(ownNetwork, ownBits);
  });
  return bits < 16 && !isPrivate;
}

/** Tells whether an IP address is in one of the ranges; false for what is no address. */
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

/** Tells whether a host is this machine, by name or address. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''));
}

/** Tells whether an IP address is this machine's loopback. */
export function isLoopback(address: string): boolean {
  return isInRanges(address, ['loopback']);
}

/** Tells whether an address is neither of this machine nor of a local network. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast';
}
