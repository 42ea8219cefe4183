type Sound = readonly [RegExp, string];

const bengali = /[\u0980-\u09ff]/;

// In the order in which they are replaced, and before the others, so that both scripts end in the same consonants; `a` stands for any vowel.
const bengaliSounds: readonly Sound[] = [
  [/য\u09bc/g, 'a'],
  [/[ডঢ]\u09bc|র/g, 'r'],
  [/[কখ]/g, 'k'],
  [/[গঘ]/g, 'g'],
  [/[চছ]/g, 'ch'],
  [/[জঝয]/g, 'j'],
  [/[টঠতথৎ]/g, 't'],
  [/[ডঢদধ]/g, 'd'],
  [/প/g, 'p'],
  [/ফ/g, 'f'],
  [/[বভ]/g, 'b'],
  [/[নণঙংঞঁ]/g, 'n'],
  [/[শষস]/g, 's'],
  [/হ/g, 'h'],
  [/ম/g, 'm'],
  [/ল/g, 'l'],
  [/[\u09be-\u09cc\u0985-\u0994]/g, 'a'],
  [/[\u0980-\u09ff]/g, ''],
];

const latinSounds: readonly Sound[] = [
  [/[eiouyw]/g, 'a'],
  [/chh?/g, '1'],
  [/ph/g, 'f'],
  [/([sgkdtb])h/g, '$1'],
  [/[jz]h?/g, 'j'],
  [/[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/v/g, 'b'],
  [/(?<=.)a/g, ''],
  [/ng/g, 'n'],
  [/(.)\1+/g, '$1'],
  [/(?<=..)h$/, ''],
];

/**
 * Returns the consonants of a word as they sound, of Bangla and Latin letters: `rhm` of Rahim, Raheem and রহিম; a vowel counts only as
 * the first letter.
 *
 * @param word in search form.
 */
export function toConsonantSounds(word: string): string {
  const latin = bengali.test(word) ? replaceEach(word, bengaliSounds) : word;
  return replaceEach(latin, latinSounds);
}

function replaceEach(word: string, sounds: readonly Sound[]): string {
  return sounds.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word);
}
