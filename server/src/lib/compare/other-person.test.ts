import { expect, test } from 'vitest';
import { isOtherPerson } from './other-person.ts';

const rahim = { name: 'Abdul Karim', vehicleNumber: 'DHAKA METRO-GA 12-3456' };

test.each([
  [rahim, { name: 'Fatima Karim', vehicleNumber: 'DHAKA METRO-KA 98-7654' }],
  [rahim, { name: 'ফাতিমা', vehicleNumber: 'ঢাকা মেট্রো-ক ৯৮-৭৬৫৪' }],
  [
    { name: 'Rina', vehicleNumber: 'Toyota Premio' },
    { name: 'Rana', vehicleNumber: 'Honda Civic' },
  ],
])('%o and %o are two people (F116)', (one, other) => {
  expect(isOtherPerson(one, other)).toBe(true);
  expect(isOtherPerson(other, one)).toBe(true);
});

test.each([
  [rahim, { name: 'Fatima Karim', vehicleNumber: 'ঢাকা মেট্রো-গ ১২-৩৪৫৬' }],
  [rahim, { name: 'Fatima Karim', vehicleNumber: null }],
  [rahim, { name: null, vehicleNumber: 'DHAKA METRO-KA 98-7654' }],
  [rahim, { name: 'Md. Abdul Karim', vehicleNumber: 'DHAKA METRO-KA 98-7654' }],
  [rahim, { name: 'Karim', vehicleNumber: 'DHAKA METRO-KA 98-7654' }],
  [rahim, { name: 'A. Karim', vehicleNumber: 'DHAKA METRO-KA 98-7654' }],
  [rahim, { name: 'আব্দুল করিম', vehicleNumber: 'DHAKA METRO-KA 98-7654' }],
  [rahim, { name: 'Fatima', vehicleNumber: 'Toyota Premio' }],
  [
    { name: 'Rina', vehicleNumber: 'Toyota Premio' },
    { name: 'Rana', vehicleNumber: 'Premio' },
  ],
])('%o and %o may be one (F116)', (one, other) => {
  expect(isOtherPerson(one, other)).toBe(false);
  expect(isOtherPerson(other, one)).toBe(false);
});
