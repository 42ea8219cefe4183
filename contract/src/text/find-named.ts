import type { OfferingType } from '#contract/offerings.ts';
import { toSearchForm } from './search-form.ts';
import { toConsonantSounds } from './sound.ts';

/** A service center or an offering. */
export type NamedRecord = { _id: string; name: string; type?: OfferingType };

// Words that say nothing of which center or service is meant.
const commonWords = new Set(
  [
    ...['service', 'services', 'servicing', 'center', 'centre', 'workshop', 'branch', 'showroom', 'auto'],
    ...['motor', 'motors', 'limited', 'ltd', 'the', 'and', 'সার্ভিস', 'সার্ভিসিং', 'সেন্টার', 'ওয়ার্কশপ', 'শাখা'],
    ...['শোরুম', 'মোটরস', 'লিমিটেড'],
  ].map(toSearchForm),
);

const otherSpellings = new Map([
  ...(['servicing', 'services'] as const).map((word) => [word, 'service'] as const),
  ['centre', 'center'],
  ['repairing', 'repair'],
]);

const shortestPart = 3;
const shortestName = 4;
const shortestSound = 3;
const tellingSound = 4;
/** Characters of the longest text that is compared with parts of names: a longer one is no name. */
const longestName = 200;
const endsInVowel = /[aeiouy\u09be-\u09cc\u0985-\u0994]$/;
const ending = /(?:তে|কে|এর|ের|র|ে|য়|te|ke|er|r|e|y)$/;
const bangla = /[\u0980-\u09ff]/;

/**
 * Finds the one record that a text names, such as a cell of a file or an answer in a form: by its id or whole name, else by a part of its
 * name, without words such as "Service Center", or in the other script.
 *
 * @returns undefined when no record or several may be meant; of several a service goes before campaigns and parts.
 */
export function findNamed<One extends NamedRecord>(all: readonly One[], text: string): One | undefined {
  const form = joinWords(listWords(text)) || text;
  const exact = all.find(({ _id, name }) => _id === text || (joinWords(listWords(name)) || name) === form);
  const own = joinWords(listTellingWords(text));
  if (exact || own === '' || form.length < shortestPart || form.length > longestName) return exact;
  const ownForm = (name: string) => joinWords(listTellingWords(name));
  return (
    findOnly(all, ({ name }) => ownForm(name) === own) ??
    findOnly(all, ({ name }) => isPartOfOther(joinWords(listWords(name)), form, shortestPart)) ??
    findOnly(all, ({ name }) => isPartOfOther(ownForm(name), own, shortestName)) ??
    findOnly(all, ({ name }) => isHeard(text, name))
  );
}

/** Finds the one service center that a message mentions, by its name as {@link findNamed} has it; undefined for none or several. */
export function findMentionedCenter<One extends NamedRecord>(
  all: readonly One[],
  text: string,
): One | undefined {
  const said = joinWords(listWords(text));
  const namedBy = (list: (name: string) => string[]) =>
    all.filter(({ name }) => {
      const form = joinWords(list(name));
      return form.length >= shortestName && said.includes(form);
    });
  const whole = namedBy(listWords);
  const spelled = whole.length > 0 ? whole : namedBy(listTellingWords);
  const found = spelled.length > 0 ? spelled : all.filter(({ name }) => isHeard(text, name));
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Finds the one offering that a message mentions: by words of its name that stand beside each other, such as "oil change" for Engine Oil
 * Change, or by its only telling word, such as "brake" for Brake Service.
 *
 * @returns undefined for none or several.
 */
export function findMentionedOffering<One extends NamedRecord>(
  all: readonly One[],
  text: string,
): One | undefined {
  const said = listWords(text);
  const scored = all.map((one) => ({ one, letters: countMentionedLetters(listWords(one.name), said) }));
  const most = Math.max(0, ...scored.map(({ letters }) => letters));
  return choose(scored.flatMap(({ one, letters }) => (letters > 0 && letters === most ? [one] : [])));
}

/** Counts the letters of the longest run of words of a name in a text; 0 for words that may mean something else. */
function countMentionedLetters(own: readonly string[], said: readonly string[]): number {
  const hasOneTelling = own.filter(isTelling).length === 1;
  let most = 0;
  for (const start of own.keys()) {
    for (const place of said.keys()) {
      const end = own.slice(start).findIndex((word, at) => word !== said[place + at]);
      const run = end < 0 ? own.slice(start) : own.slice(start, start + end);
      const letters = joinWords(run).length;
      const isEnough = run.length > 1 || (hasOneTelling && letters >= shortestName);
      if (isEnough && run.some(isTelling)) most = Math.max(most, letters);
    }
  }
  return most;
}

function findOnly<One extends NamedRecord>(
  all: readonly One[],
  fits: (one: One) => boolean,
): One | undefined {
  return choose(all.filter(fits));
}

function choose<One extends NamedRecord>(found: readonly One[]): One | undefined {
  if (found.length < 2) return found[0];
  const services = found.filter(({ type }) => type === 'service');
  return services.length === 1 ? services[0] : undefined;
}

function isPartOfOther(name: string, text: string, shortest: number): boolean {
  return Math.min(name.length, text.length) >= shortest && (isPart(text, name) || isPart(name, text));
}

/** Tells whether a text holds another one, whose numbers are whole: "Uttara 1" is no part of "Uttara 12". */
function isPart(text: string, part: string): boolean {
  const place = text.indexOf(part);
  if (place < 0) return false;
  const isCut = (at: number) => /^\d\d$/.test(text.slice(at - 1, at + 1));
  return !isCut(place) && !isCut(place + part.length);
}

function isHeard(text: string, name: string): boolean {
  const isOtherScript = (word: string) => bangla.test(word) !== bangla.test(name);
  const words = listWords(text);
  if (!words.some(isOtherScript)) return false;
  const own = listTellingWords(name);
  const sound = own.map(toConsonantSounds).join('');
  if (sound.length < shortestSound) return false;
  const isSame = (said: string) =>
    toConsonantSounds(said) === sound &&
    (sound.length >= tellingSound || endsInVowel.test(said) === endsInVowel.test(joinWords(own)));
  return words.some((_, place) => {
    const said = words.slice(place, place + own.length);
    const whole = joinWords(said);
    return said.every(isOtherScript) && [whole, whole.replace(ending, '')].some(isSame);
  });
}

function isTelling(word: string): boolean {
  return !commonWords.has(word);
}

function listTellingWords(text: string): string[] {
  return listWords(text).filter(isTelling);
}

function listWords(text: string): string[] {
  const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(toSearchForm).filter((word) => word !== '');
  return words.map((word) => otherSpellings.get(word) ?? word);
}

function joinWords(words: readonly string[]): string {
  return words.join('');
}
