import { expect, test } from 'vitest';
import { readGivenNumber } from './given-number.ts';

const given = (text: string, name: string | null = 'Kamal Hossain') => readGivenNumber(text, name, 'BD');

test.each([
  '01712345678',
  '+880 1712-345678',
  'My number is 01712345678',
  'Hello, this is my new mobile no: ০১৭১২৩৪৫৬৭৮, thanks',
  'You can reach me at 01712345678 after five',
  'Contact: Kamal Hossain +880 1712-345678',
  'আমার নাম্বার ০১৭১২৩৪৫৬৭৮',
])('“%s” gives their own number (F117)', (text) => {
  expect(given(text)).toBe('01712345678');
});

test.each([
  'Call my brother, 01712345678',
  'Call me at my brother’s number, 01712345678',
  'Her phone is off, text me at 01712345678 of my cousin',
  'Contact: Rahim Uddin 01712345678',
  'My number is not 01712345678',
  'My driver has 01712345678, call me before',
  'Is your number 01712345678?',
  'Your colleague called me from 01712345678',
  'My number is 01712345678, or 01812345678',
  'I bought it from 01712345678',
  'আমার ভাইয়ের নাম্বার ০১৭১২৩৪৫৬৭৮',
  'My car is DHAKA METRO GA 12-3456',
])('“%s” gives none that is surely their own (F117)', (text) => {
  expect(given(text)).toBeUndefined();
});
