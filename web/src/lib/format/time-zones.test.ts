import { expect, test } from 'vitest';
import { listPhoneCountries, listTimeZones } from './time-zones.ts';

const zones = listTimeZones('en', 'Asia/Dhaka');
const zone = (label: string) => zones.find((each) => each.label.startsWith(label));

test.each([
  ['Dhaka, Bangladesh', 'Asia/Dhaka', 'Asia Dhaka GMT+6 GMT+06:00 UTC+6 +06:00'],
  ['Kathmandu, Nepal (GMT+5:45)', 'Asia/Katmandu', 'Asia Katmandu GMT+5:45 GMT+05:45 UTC+5:45 +05:45'],
  ['Singapore (GMT+8)', 'Asia/Singapore', 'Asia Singapore GMT+8 GMT+08:00 UTC+8 +08:00'],
  ['Knox, Indiana, United States', 'America/Indiana/Knox', 'America Indiana Knox'],
  ['UTC (GMT+0)', 'UTC', 'UTC GMT+0 GMT+00:00 UTC+0 +00:00'],
])('%s is a time zone by its place, and found by its other names', (label, value, words) => {
  expect(zone(label)).toMatchObject({ value, words: expect.stringContaining(words) });
});

test('every time zone is listed once, the present one under any name', () => {
  expect(zones.length).toBeGreaterThan(400);
  expect(new Set(zones.map(({ label }) => label)).size).toBe(zones.length);
  expect(listTimeZones('en', 'Asia/Kolkata').map(({ value }) => value)).toContain('Asia/Kolkata');
});

test('countries are found by name, code and calling code', () => {
  expect(listPhoneCountries('en').find(({ value }) => value === 'BD')).toEqual({
    value: 'BD',
    label: 'Bangladesh (+880)',
    words: 'BD',
  });
});
