import { type RawBuilder, sql } from 'kysely';

const fewestDigits = 7;

/**
 * A condition in SQL: the text contains one of these phone numbers, however it is written. Numbers with few digits are found nowhere.
 */
export function containsNumber(text: RawBuilder<unknown>, numbers: readonly string[]): RawBuilder<boolean> {
  const patterns = numbers
    .map((number) => number.replace(/\D/g, '').replace(/^0+/, ''))
    .filter((digits) => digits.length >= fewestDigits)
    .map((digits) => `%${digits}%`);
  if (patterns.length === 0) return sql<boolean>`false`;
  return sql<boolean>`search_form(${text}) like any(${patterns}::text[])`;
}
