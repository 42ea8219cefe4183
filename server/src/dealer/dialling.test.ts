import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { dialled } from '#contract/dealer.ts';
import { internationalPhone, normalisePhone } from '#contract/text/phone.ts';
import { diallingOf } from './dealer.service.ts';

test('a chat opens without the phone number rules, as with them, in all countries but those that rewrite numbers (F67)', () => {
  const rewriting = getCountries().filter((country) => {
    const stored = normalisePhone(getExampleNumber(country, examples)?.number ?? '', country) ?? '';
    const dialling = diallingOf(country);
    if (dialling) expect(dialled(stored, dialling), country).toBe(internationalPhone(stored, country));
    return !dialling;
  });
  expect(rewriting).toEqual(['AR']);
});

test('a foreign number stays as it is', () => {
  expect(dialled('+971501234567', { code: '880', trunk: '0' })).toBe('+971501234567');
});
