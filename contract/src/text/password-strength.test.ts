import { describe, expect, test } from 'vitest';
import { estimatePasswordStrength } from './password-strength.ts';

const about = ['Nadia Karim', 'nadia.k@example.com', 'Test Motors'];

describe('passwordStrength (F10.7)', () => {
  test.each([
    ['aaaaaaaaaaaa', 'weak'],
    ['123456789012', 'weak'],
    ['P@ssw0rd123!', 'weak'],
    ['qwertyuiop', 'weak'],
    ['Dhaka12345', 'weak'],
    ['Summer2026!', 'weak'],
    ['Nadia Karim', 'weak'],
    ['nadiakarim1', 'weak'],
    ['nadia.k77', 'weak'],
    ['TestMotors24', 'weak'],
    ['xk7qpm2w', 'fair'],
    ['pitlane-demo', 'strong'],
    ['a long way to Khulna', 'strong'],
    ['আমার গোপন পাসওয়ার্ড', 'strong'],
  ])('%j is %s', (password, strength) => {
    expect(estimatePasswordStrength(password, about)).toBe(strength);
  });

  test('what is weak depends on the person', () => {
    expect(estimatePasswordStrength('rafiquzzaman', [])).not.toBe('weak');
    expect(estimatePasswordStrength('rafiquzzaman', ['Rafiquzzaman Khan'])).toBe('weak');
  });
});
