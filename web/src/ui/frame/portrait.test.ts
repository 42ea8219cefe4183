import { expect, test } from 'vitest';
import { getInitials } from '#web/ui/frame/portrait.tsx';

test.each([
  ['Sadia Rahman', 'SR'],
  ['  Abdul  Karim Khan ', 'AK'],
  ['pitlane', 'P'],
  ['সালমা খাতুন', 'সখ'],
  ['', ''],
])('%j', (name, expected) => {
  expect(getInitials(name)).toBe(expected);
});
