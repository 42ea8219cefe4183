import { expect, test } from 'vitest';
import { plateClasses, plateDistricts } from './plate-words.ts';
import { findPlate, isSamePlate, readPlate } from './plates.ts';
import { toSearchForm } from './search-form.ts';

const written = ['ঢাকা মেট্রো-গ ১২-৩৪৫৬', 'dhaka metro-ga 12-3456', 'DM GA 123456', 'Dhaka-Ga-12-3456'];

test.each(written)('%s is one plate', (text) => {
  expect(readPlate(text)).toEqual(readPlate(written[0] ?? ''));
  expect(readPlate(text)).toMatchObject({ digits: '123456' });
});

test.each([
  ['চট্ট মেট্রো চ ৫১-০০৪২', 'Chattogram Metro Cha 51-0042'],
  ['যশোর-হ ১১-২২৩৩', 'Jessore Ha 112233'],
  ['গ ১২-৩৪৫৬', 'ga 12 3456'],
])('%s and %s are one plate', (one, other) => {
  expect(readPlate(one)?.letter).toBeDefined();
  expect(readPlate(one)).toEqual(readPlate(other));
});

test('a plate in a sentence is found where it stands, and a district tells an unfinished one', () => {
  const text = 'Rahim, ঢাকা মেট্রো-গ ১২-৩৪৫৬। brakes';
  const { start, end } = findPlate(text) ?? { start: 0, end: 0 };
  expect(text.slice(start, end)).toBe('ঢাকা মেট্রো-গ ১২-৩৪৫৬');
  expect(findPlate('dhaka metro ga 123')?.plate.digits).toBe('123');
  for (const none of ['ga 123', '12-3456', 'rahim 01712345678', 'ga 01712345678'])
    expect(findPlate(none), none).toBeUndefined();
});

test('plates of other letters, numbers and districts are others; a missing district tells nothing', () => {
  const isSame = (one: string, other: string) => {
    const [plate, next] = [readPlate(one), readPlate(other)];
    return plate !== undefined && next !== undefined && isSamePlate(plate, next);
  };
  expect(isSame('Dhaka Metro-Ga 12-3456', 'গ ১২-৩৪৫৬')).toBe(true);
  for (const other of [
    'Dhaka Metro-Gha 12-3456',
    'Dhaka Metro-Ga 12-3457',
    'Khulna Metro-Ga 12-3456',
    '12-3456',
  ])
    expect(isSame('Dhaka Metro-Ga 12-3456', other), other).toBe(false);
});

test('no spelling is of two districts or two classes', () => {
  for (const table of [plateDistricts, plateClasses]) {
    const forms = table.flat().map(toSearchForm);
    expect(new Set(forms).size).toBe(forms.length);
  }
});
