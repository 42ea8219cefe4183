const spellings: readonly (readonly string[])[] = [
  ['january', 'জানুয়ারি', 'জানুয়ারী'],
  ['february', 'ফেব্রুয়ারি', 'ফেব্রুয়ারী'],
  ['march', 'মার্চ'],
  ['april', 'এপ্রিল'],
  ['may', 'মে'],
  ['june', 'জুন'],
  ['july', 'জুলাই'],
  ['august', 'আগস্ট', 'আগষ্ট', 'অগাস্ট', 'আগ'],
  ['september', 'সেপ্টেম্বর'],
  ['october', 'অক্টোবর'],
  ['november', 'নভেম্বর'],
  ['december', 'ডিসেম্বর'],
].map((names) => names.map((name) => name.normalize('NFC')));

// Characters to which a name may be cut.
const minLength = 3;

/**
 * Reads the name of a month, in full or cut to three letters or more, in English or Bangla.
 *
 * @returns 1 to 12.
 */
export function readMonthName(word: string): number | undefined {
  const form = word.normalize('NFC').toLowerCase();
  const isName = (name: string) => name === form || (form.length >= minLength && name.startsWith(form));
  const index = spellings.findIndex((names) => names.some(isName));
  return index === -1 ? undefined : index + 1;
}
