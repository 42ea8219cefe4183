import { isSamePlate, readPlate } from '#contract/text/plates.ts';
import { toSearchForm } from '#contract/text/search-form.ts';

const shortest = 3;

export function matchesTyped(typed: string, text: string | null): boolean {
  if (!text) return false;
  const [plate, other] = [readPlate(typed), readPlate(text)];
  if (plate?.letter !== undefined && other && isSamePlate(plate, other)) return true;
  const form = toSearchForm(text);
  return [typed, ...typed.split(/\s+/)]
    .map(toSearchForm)
    .some((word) => word.length >= shortest && form.includes(word));
}
