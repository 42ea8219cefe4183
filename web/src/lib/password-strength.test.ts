import { expect, test } from 'vitest';
import { passwordStrength } from '#web/lib/password-strength.ts';

test.each([
  ['', 'short'],
  ['Xk7$qpm', 'short'],
  ['aaaaaaaaaaaa', 'weak'],
  ['123456789012', 'weak'],
  ['Password123!', 'weak'],
  ['abababababababab', 'weak'],
  ['qxmvkepw', 'weak'],
  ['Xk7qpm2w', 'fair'],
  ['qxmvkepwahtb', 'good'],
  ['a long way to Khulna', 'strong'],
  ['আমার গোপন পাসওয়ার্ড', 'strong'],
  ['x'.repeat(25), 'long'],
])('%j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
