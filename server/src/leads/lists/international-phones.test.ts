import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { normalisePhone, toInternationalPhone } from '#contract/text/phone.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { createInternationalFormat } from './international-phones.ts';

const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: most });

test('in bulk every phone is written as it is one by one, whatever the country', () => {
  for (const country of getCountries()) {
    const inBulk = createInternationalFormat(country);
    const example = getExampleNumber(country, examples);
    const stored = normalisePhone(example?.number ?? '', country) ?? '';
    expect(inBulk(stored), country).toBe(toInternationalPhone(stored, country));
    const near = fc
      .tuple(fc.nat(stored.length), digits(4))
      .map(([from, drawn]) => stored.slice(0, from) + drawn + stored.slice(from + drawn.length));
    const prefixed = fc
      .tuple(fc.constantFrom('', '0', '00', '+', '8', example?.countryCallingCode ?? ''), digits(14))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(near, prefixed), (phone) => {
        expect(inBulk(phone)).toBe(toInternationalPhone(phone, country));
      }),
      { numRuns: isLongRun ? 40 : 8 },
    );
  }
});

test('what is no phone stays as it is', () => {
  const inBulk = createInternationalFormat('BD');
  expect(inBulk('01712345678')).toBe('+8801712345678');
  expect(inBulk('+442079460958')).toBe('+442079460958');
  for (const text of ['', '0171', 'call me', '=1+1', '01712345678 ', '01712345678\n']) {
    expect(inBulk(text)).toBe(toInternationalPhone(text, 'BD'));
  }
});
