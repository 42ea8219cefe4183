import { expect, test } from 'vitest';
import { getNetwork, getSite, isPublicAddress } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to %s', (address, network) => {
  expect(getNetwork(address)).toBe(network);
});

test('a site is wider than a network: 48 bits of an IPv6 address, an IPv4 address as it is', () => {
  expect(getSite('2001:db8:1:2:3:4:5:6')).toBe(getSite('2001:db8:1:9::1'));
  expect(getSite('2001:db8:1::1')).not.toBe(getSite('2001:db8:2::1'));
  expect(getSite('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

test.each([
  ['157.240.1.35', true],
  ['2a03:2880:f12f:83::1', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['graph.facebook.com', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
