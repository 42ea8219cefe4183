import { expect, test } from 'vitest';
import { readCellText, readFlag, readPlatform, readStatus, readVehicleNumber } from './read-values.ts';

test.each([
  ['lostCustomer', 'lostCustomer'],
  ['Lost Customer', 'lostCustomer'],
  ['Attempted to Contact', 'pending'],
  ['IN_PROGRESS', 'potential'],
  ['Contact in Future', 'potential'],
  ['Junk Lead', 'lostCustomer'],
  ['Closed Won', 'completed'],
  ['সম্পন্ন', 'completed'],
  ['বুকড', 'booked'],
  ['Tuesday', undefined],
  ['', undefined],
])('status %s', (text, status) => {
  expect(readStatus(text)).toBe(status);
});

test('platforms, flags, plates and what exports write for nothing', () => {
  expect(['FB', 'হোয়াটসঅ্যাপ', 'Web form', 'Walk-in'].map(readPlatform)).toEqual([
    'facebook',
    'whatsapp',
    'website',
    undefined,
  ]);
  expect(['true', 'FALSE', 'Archived', 'হ্যাঁ', '0', 'perhaps'].map(readFlag)).toEqual([
    ...[true, false, false, true, false, undefined],
  ]);
  expect(readVehicleNumber('Sl.DHAKA METRO GA 11-2233')).toBe('DHAKA METRO GA 11-2233');
  expect(['---', ' -None- ', '(No value)', 'N/A', '\ufeff a ', 'None of it'].map(readCellText)).toEqual([
    ...['', '', '', '', 'a', 'None of it'],
  ]);
});
