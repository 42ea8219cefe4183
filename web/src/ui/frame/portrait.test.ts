import { expect, test } from 'vitest';
import { initials } from '#web/ui/frame/portrait.tsx';

test.each([
  ['Sadia Rahman', 'SR'],
  ['  Abdul  Karim Khan ', 'AK'],
  ['pitlane', 'P'],
  ['সালমা খাতুন', 'সখ'],
  ['', ''],
])('%j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
