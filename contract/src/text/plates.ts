import { metroInitials, metroWords, plateClasses, plateDistricts } from './plate-words.ts';
import { toSearchForm } from './search-form.ts';

/** A number plate that was read. `district` and `letter` are indexes in the tables of plate-words.ts; `digits` are Latin. */
export type Plate = { district?: number; letter?: number; digits: string };

type FoundPlate = { plate: Plate; start: number; end: number };

const wholeDigits = 6;

const fewestDigits = 3;

const mostWords = 7;

const formsOf = (words: readonly string[]) => words.map(toSearchForm);
const longestFirst = (forms: Iterable<string>) =>
  [...forms].toSorted((one, other) => other.length - one.length).join('|');
const places = (table: readonly (readonly string[])[]) =>
  new Map(table.flatMap((words, place) => formsOf(words).map((form) => [form, place] as const)));

const districts = places(plateDistricts);
const letters = places(plateClasses);
const initials = new Map(Object.entries(metroInitials));
const plateForm = new RegExp(
  `^(?:(?:(${longestFirst(districts.keys())})(?:${longestFirst(formsOf(metroWords))})?` +
    `|(${longestFirst(initials.keys())}))?(${longestFirst(letters.keys())}))?(\\d{${fewestDigits},${wholeDigits}})$`,
);

/**
 * Reads a Bangladeshi number plate, or its digits: ঢাকা মেট্রো-গ ১২-৩৪৫৬, dhaka metro-ga 12-3456, DM GA 123456, 12-3456. A district
 * counts with or without 'metro', since people leave it out.
 *
 * @returns undefined when the text is anything else; fewer than six digits only behind a district.
 */
export function readPlate(text: string): Plate | undefined {
  const [, name = '', short = '', letter = '', digits = ''] = plateForm.exec(toSearchForm(text)) ?? [];
  const district = districts.get(name) ?? initials.get(short);
  if (!digits || (digits.length < wholeDigits && district === undefined)) return undefined;
  return {
    ...(district !== undefined && { district }),
    ...(letter && { letter: letters.get(letter) ?? 0 }),
    digits,
  };
}

/** Finds the first plate with a letter among other words. */
export function findPlate(text: string): FoundPlate | undefined {
  const words = [...text.matchAll(/[^\s।;:!?"“”]+/g)];
  for (const place of words.keys()) {
    for (let count = Math.min(mostWords, words.length - place); count > 0; count--) {
      const taken = words.slice(place, place + count);
      const last = taken.at(-1);
      const start = taken[0]?.index ?? 0;
      const end = (last?.index ?? 0) + (last?.[0].length ?? 0);
      const plate = readPlate(text.slice(start, end));
      if (plate?.letter !== undefined) return { plate, start, end };
    }
  }
  return undefined;
}

/** Tells whether two plates have the same letter and number, and the same district as far as both name one. */
export function isSamePlate(one: Plate, other: Plate): boolean {
  const isOfOneDistrict =
    one.district === undefined || other.district === undefined || one.district === other.district;
  return isOfOneDistrict && one.letter === other.letter && one.digits === other.digits;
}

/** Lists how the district and letter of a plate may be written, in search form; of no district: in any. `beginnings`: of other letters that end in its own. */
export function listPlateSpellings({ district, letter }: Plate): {
  districts: string[];
  metro: string[];
  letters: string[];
  beginnings: string[];
} {
  const isIts = ([, place]: readonly [string, number]) => district === undefined || place === district;
  const own = letter === undefined ? [] : formsOf(plateClasses[letter] ?? []);
  const endsInOwn = (form: string) => own.filter((end) => form !== end && form.endsWith(end));
  return {
    districts: [...districts, ...initials].filter(isIts).map(([form]) => form),
    metro: formsOf(metroWords),
    letters: own,
    beginnings: [...letters.keys()].flatMap((form) =>
      endsInOwn(form).map((end) => form.slice(0, -end.length)),
    ),
  };
}
