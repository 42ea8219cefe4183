import { z } from 'zod';
import type { FieldMapping } from '#contract/intake/connections.ts';
import { type EnquiryField, enquiryFields, intakeLimits } from '#contract/intake/deliveries.ts';

/** Holds the paths of each field, '' where nothing is chosen; without a path, a field is recognised by its name. */
export const mappingFormSchema = z.record(z.enum(enquiryFields), z.array(z.string()));
/** The paths of each field as the form of a mapping holds them. */
export type ChosenPaths = z.infer<typeof mappingFormSchema>;

/** Returns a mapping as its form holds it. */
export function toChosenPaths(mapping: FieldMapping): ChosenPaths {
  return Object.fromEntries(enquiryFields.map((name) => [name, mapping[name] ?? ['']])) as ChosenPaths;
}

/** Returns the mapping that the form says; fields without a path are left out. */
export function toFieldMapping(chosen: ChosenPaths): FieldMapping {
  const filled = enquiryFields.map((name) => [name, chosen[name].filter(Boolean)] as const);
  return Object.fromEntries(filled.filter(([, paths]) => paths.length > 0));
}

/** @returns the indexes of a field's choices in the form: one more than it has, as far as it may have more. */
export function getSelectIndexes<Name extends EnquiryField>(name: Name, paths: readonly string[]) {
  const length = Math.min(paths.findLastIndex(Boolean) + 2, intakeLimits.pathsPerField);
  return Array.from({ length }, (_, at) => `${name}.${at}` as const);
}
