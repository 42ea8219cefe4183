import { isSamePlate, readPlate } from '#contract/text/plates.ts';
import { searchForm } from '#contract/text/search-form.ts';

const shortest = 3;

export function isFoundBy(typed: string, text: string | null): boolean {
  if (!text) return false;
  const [plate, other] = [readPlate(typed), readPlate(text)];
  if (plate?.letter !== undefined && other && isSamePlate(plate, other)) return true;
  const form = searchForm(text);
  return [typed, ...typed.split(/\s+/)]
    .map(searchForm)
    .some((word) => word.length >= shortest && form.includes(word));
}
