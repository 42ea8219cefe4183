import { type RawBuilder, sql } from 'kysely';
import { listPlateSpellings } from '#contract/text/plates.ts';
import { spellForSearch, toLikePattern } from '#server/lib/search/search-key.ts';
import type { TextSearch } from '#server/lib/search/text-search.ts';
import { planEachTime } from './connections/prepared.ts';

const trigramLength = 3;

/** A condition in SQL on leads or customers: they match a search, by the indexes for it. */
export function matchesSearch({ words, phone, plate }: TextSearch): RawBuilder<boolean> {
  const spelled = words.map((forms) => forms.map(spellForSearch));
  const grams = spelled.filter(isShort).map(([form = '']) => gramOf(form));
  const parts = spelled.filter((forms) => !isShort(forms)).map((forms) => anyOf(sql`search_key`, forms));
  if (grams.length > 0) parts.push(sql`search_grams @> ${grams}::smallint[]`);
  if (plate) parts.push(bearsPlate(plate));
  return orPhone(sql`search_key`, parts, phone);
}

/** Tells whether a search has a word of one or two letters, for which the index is of less help. */
export function hasShortWord({ words }: TextSearch): boolean {
  return words.some((forms) => isShort(forms.map(spellForSearch)));
}

/** A condition in SQL on rows that were read already: they match a search. It uses no index. */
export function matchesSearchWithoutIndex({ words, phone, plate }: TextSearch): RawBuilder<boolean> {
  const parts = words.map((forms) => anyOf(sql`search_key`, forms.map(spellForSearch)));
  if (plate) parts.push(bearsPlate(plate));
  return orPhone(sql`search_key`, parts, phone);
}

/**
 * A condition in SQL: a text matches a search. It uses no index, for a table that stays small.
 *
 * @param text an expression in search form.
 */
export function textMatchesSearch(
  text: RawBuilder<unknown>,
  { words, phone }: TextSearch,
): RawBuilder<boolean> {
  return orPhone(
    text,
    words.map((forms) => anyOf(text, forms)),
    phone,
  );
}

/** Joins columns in search form, in SQL. */
export function toSearchFormSql(...columns: string[]): RawBuilder<string> {
  const forms = columns.map((column) => sql`search_form(${sql.ref(column)})`);
  return sql`concat_ws(E'\\n', ${sql.join(forms)})`;
}

function bearsPlate(plate: NonNullable<TextSearch['plate']>): RawBuilder<boolean> {
  const { districts, metro, letters, beginnings } = listPlateSpellings(plate);
  const oneOf = (forms: readonly string[]) => `(?:${forms.map(spellForSearch).join('|')})`;
  const anyMetro = plate.district === undefined ? `|${oneOf(metro)}` : '';
  const before = `(?:\\n|${oneOf(districts)}${oneOf(metro)}?${anyMetro})`;
  const typed = spellForSearch(plate.typed);
  const pattern = [
    `${before}${oneOf(letters)}${plate.digits}`,
    `\\n${plate.digits}(?:\\n|$)`,
    `(?<!${before}${oneOf(beginnings)})${typed}`,
    `${typed}(?!\\n|$)`,
  ].join('|');
  return sql<boolean>`(search_key || '') ~ ${pattern}`;
}

function orPhone(text: RawBuilder<unknown>, parts: RawBuilder<unknown>[], phone: string | undefined) {
  const all = sql<boolean>`${planEachTime} (${sql.join(parts, sql` and `)})`;
  return phone ? sql<boolean>`(${all} or ${text} like ${toLikePattern(phone)})` : all;
}

function anyOf(text: RawBuilder<unknown>, forms: readonly string[]): RawBuilder<unknown> {
  const likes = forms.map((form) => sql`${text} like ${toLikePattern(form)}`);
  return likes.length === 1 ? sql`${likes[0]}` : sql`(${sql.join(likes, sql` or `)})`;
}

function isShort([form = '']: string[]): boolean {
  return form.length < trigramLength;
}

function gramOf(needle: string): number {
  const [one = 0, next] = [...needle].map((character) => character.charCodeAt(0));
  return next === undefined ? one : one * 128 + next;
}
