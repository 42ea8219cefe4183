import { toSearchForm } from '#contract/text/search-form.ts';
import { toConsonantSounds } from '#contract/text/sound.ts';

// Fewer consonants tell nobody apart: Rina, Runa and Rani are all `rn`.
const fewestTelling = 4;

const leftOut = new Set(
  `md mohd mohammad mohammed mohammod mohamed muhammad muhammed mr mrs ms miss dr engr adv
মো মোঃ মোহাম্মদ মোহাম্মাদ মুহাম্মদ মুহাম্মাদ মোসা মোসাঃ মোছা মোছাঃ মিসেস মিস জনাব ডা ডাঃ ইঞ্জি`
    .split(/\s+/)
    .map(toSearchForm),
);

const between = /[\s.,()/_\u2010-\u2015-]+/;

const minHeardLength = 3;

/**
 * Lists the forms that near-equal names share: their consonants as they sound, of both scripts, so that vowels, doubled letters and
 * the usual spellings (Hossain, Hosain, হোসেন; Zahid, Jahid) make no difference. Titles and Md. are left out.
 *
 * @returns one for the words as they follow each other, however they are divided (Nur Jahan, Nurjahan), and one for them in any order;
 *   names of few consonants have one form, as they are written.
 */
export function listNameForms(name: string): string[] {
  const heard = tellingWords(name)
    .map(toConsonantSounds)
    .filter((sound) => sound !== '');
  if (heard.join('').length < fewestTelling) return [`= ${toSearchForm(name)}`];
  const joined = heard.map((sound, place) => (place === 0 ? sound : sound.replace(/^a/, ''))).join('');
  return [...new Set([joined, heard.toSorted().join(' ')])];
}

/** Tells whether two names are the same but for their spelling and the order of their words. */
export function isSameName(one: string, other: string): boolean {
  const forms = listNameForms(other);
  return toSearchForm(one) === toSearchForm(other) || listNameForms(one).some((form) => forms.includes(form));
}

/** Tells whether two names can be one person's: every word of the shorter one is in the longer, if only by its initial. */
export function mayBeSameName(one: string, other: string): boolean {
  if (isSameName(one, other)) return true;
  const [shorter = [], longer = []] = [tellingWords(one), tellingWords(other)].sort(
    (first, second) => first.length - second.length,
  );
  return shorter.every((word) => longer.some((each) => isSameWord(word, each)));
}

function isSameWord(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].sort((first, second) => first.length - second.length);
  if (one === other || ([...short].length === 1 && long.startsWith(short))) return true;
  const sound = toConsonantSounds(one);
  return sound.length >= minHeardLength && sound === toConsonantSounds(other);
}

function tellingWords(name: string): string[] {
  const words = name
    .split(between)
    .map(toSearchForm)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !leftOut.has(word));
  return telling.length > 0 ? telling : words;
}
