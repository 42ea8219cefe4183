import { isSamePlate, readPlate } from '#contract/text/plates.ts';
import { toSearchForm } from '#contract/text/search-form.ts';

const shortest = 3;
const shortestMark = 2;

/** Tells whether a text holds what was typed, in any script or spelling; number plates as such. */
export function matchesTypedText(typed: string, text: string | null): boolean {
  if (!text) return false;
  const [plate, other] = [readPlate(typed), readPlate(text)];
  if (plate?.letter !== undefined && other && isSamePlate(plate, other)) return true;
  const form = toSearchForm(text);
  return listTypedForms(typed).some((word) => word.length >= shortest && form.includes(word));
}

type TextPart = { text: string; isMatch: boolean };

/**
 * Splits a text where what was typed occurs in it, with its spaces and separators: the whole if it does, else each of its words. A number
 * that begins with 0 is also found behind a country code.
 */
export function splitByMatches(typed: string, text: string): TextPart[] {
  const { form, starts } = readCharacters(text);
  const [whole = '', ...words] = listTypedForms(typed).filter((word) => word.length >= shortestMark);
  const spans = findSpans(form, [whole]);
  const chosen = spans.length > 0 ? spans : findSpans(form, words);
  const parts: TextPart[] = [];
  let end = 0;
  for (const span of chosen) {
    // What is skipped behind the last letter is not part of the match.
    const [from = 0, to = text.length] = [starts[span.from], (starts[span.to - 1] ?? 0) + 1];
    if (from < end) continue;
    parts.push(
      { text: text.slice(end, from), isMatch: false },
      { text: text.slice(from, to), isMatch: true },
    );
    end = to;
  }
  return [...parts, { text: text.slice(end), isMatch: false }].filter((part) => part.text !== '');
}

function listTypedForms(typed: string): string[] {
  return [typed, ...typed.split(/\s+/)].map(toSearchForm);
}

function findSpans(form: string, words: readonly string[]): { from: number; to: number }[] {
  return words
    .flatMap((word) => (/^0\d+$/.test(word) && !form.includes(word) ? word.slice(1) : word))
    .filter((word) => word !== '')
    .flatMap((word) => indexesOf(form, word).map((from) => ({ from, to: from + word.length })))
    .sort((a, b) => a.from - b.from || b.to - a.to);
}

function indexesOf(form: string, word: string): number[] {
  const found: number[] = [];
  for (let at = form.indexOf(word); at >= 0; at = form.indexOf(word, at + word.length)) found.push(at);
  return found;
}

/** Returns the search form of a text with the index in the text of each of its characters. */
function readCharacters(text: string): { form: string; starts: number[] } {
  const forms = Array.from(text, (character) => toSearchForm(character));
  const starts: number[] = [];
  let at = 0;
  for (const [index, character] of Array.from(text).entries()) {
    starts.push(...Array.from({ length: forms[index]?.length ?? 0 }, () => at));
    at += character.length;
  }
  return { form: forms.join(''), starts };
}
