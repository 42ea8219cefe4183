import { expect, test } from 'vitest';
import { parseTextSearch } from './text-search.ts';

test.each([
  ['Mahmud  Hasan', [['mahmud'], ['hasan']]],
  ['ga 20 6199', [['206199']]],
  ['rahim Ga20-6199', [['206199'], ['rahim']]],
  ['ga 20', [['ga'], ['20']]],
  ['206199', [['206199']]],
  ['01712 345 678', [['01712345678']]],
  ['+88 01712-345678', [['8801712345678', '01712345678']]],
  ['(+88) 01712', [['8801712', '1712']]],
  ['rahim +88 01712-345678', [['8801712345678', '01712345678'], ['rahim']]],
  ['rahim +880', [['rahim']]],
  ['8801', [['8801']]],
  ['+8801', [['8801']]],
  ['ra rahim a RAHIM', [['rahim']]],
  ['one two three four five six seven', [['three'], ['seven'], ['four'], ['five'], ['one']]],
])('%s is sought as %j (F16)', (text, words) => {
  expect(parseTextSearch(text, 'BD')?.words).toEqual(words);
});

test.each(['tel:+8801712345678', 'https://wa.me/8801712345678', 'Call 01712-345678 (Rahim)'])(
  '%s is sought as the phone in it, too (F20)',
  (text) => {
    expect(parseTextSearch(text, 'BD')?.phone).toBe('01712345678');
  },
);

test.each(['', ' ', '-', '( )'])('%j is no search', (text) => {
  expect(parseTextSearch(text, 'BD')).toBeUndefined();
});
