import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { toDialledNumber } from '#contract/dealer.ts';
import { normalisePhone, toInternationalPhone } from '#contract/text/phone.ts';
import { getDialling } from './dealer.service.ts';

test('a chat opens without the phone number rules, as with them, in all countries but those that rewrite numbers (F67)', () => {
  const rewriting = getCountries().filter((country) => {
    const stored = normalisePhone(getExampleNumber(country, examples)?.number ?? '', country) ?? '';
    const dialling = getDialling(country);
    if (dialling)
      expect(toDialledNumber(stored, dialling), country).toBe(toInternationalPhone(stored, country));
    return !dialling;
  });
  expect(rewriting).toEqual(['AR']);
});

test('a foreign number stays as it is', () => {
  expect(toDialledNumber('+971501234567', { code: '880', trunk: '0' })).toBe('+971501234567');
});
