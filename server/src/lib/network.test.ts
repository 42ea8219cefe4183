import { expect, test } from 'vitest';
import { networkOf, siteOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a site is wider than a network: 48 bits of an IPv6 address, an IPv4 address as it is', () => {
  expect(siteOf('2001:db8:1:2:3:4:5:6')).toBe(siteOf('2001:db8:1:9::1'));
  expect(siteOf('2001:db8:1::1')).not.toBe(siteOf('2001:db8:2::1'));
  expect(siteOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
});
