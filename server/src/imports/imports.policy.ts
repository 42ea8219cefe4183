import type { ImportKind } from '#contract/import-fields.ts';
import { importLevels, isManagement } from '#contract/levels.ts';
import type { Account } from '#contract/people.ts';

/** Tells whether somebody may import at all: a level can be taken away while a file is brought in. */
export function mayImport({ level }: Pick<Account, 'level'>): boolean {
  return importLevels.some((each) => each === level);
}

/** Tells whether somebody may upload files of leads, or of customers, which only management sees. */
export function mayUpload({ level }: Pick<Account, 'level'>, noun: ImportKind): boolean {
  return isManagement(level) || noun === 'leads';
}

/** Returns the id of whose imports somebody sees; undefined for everyone's. */
export function getImporterScope({ _id, level }: Pick<Account, '_id' | 'level'>): string | undefined {
  return isManagement(level) ? undefined : _id;
}

/** Tells whether somebody may see an import of this employee. */
export function maySeeImport(actor: Pick<Account, '_id' | 'level'>, importer: string): boolean {
  const scope = getImporterScope(actor);
  return scope === undefined || scope === importer;
}

/** Tells whether the advisor and the recorder that a file names count: data entry assigns nobody. */
export function mayNamePeople({ level }: Pick<Account, 'level'>): boolean {
  return isManagement(level);
}
