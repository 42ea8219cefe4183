import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#server/db/embedded/data-folder.ts';
import { systemClock } from '#server/lib/clock.ts';

// A backup that Pitlane made by itself; `bytes` is its size.
type OwnBackup = { file: string; at: Date; bytes: number };

const starts = { daily: 'pitlane-', upgrade: 'pitlane-before-upgrade-' } as const;

type Occasion = keyof typeof starts;

const time = '(\\d{4}-\\d\\d-\\d\\dT\\d\\d)-(\\d\\d)-(\\d\\d)Z';
const whole = (occasion: Occasion) => new RegExp(`^${starts[occasion]}${time}\\.backup$`);
const unfinished = (occasion: Occasion) => new RegExp(`^${starts[occasion]}${time}\\.backup\\.partial$`);

/** Lists the complete backups of one occasion in a folder, newest first; a missing folder has none, and other files are passed over. */
export async function listBackups(folder: string, occasion: Occasion): Promise<OwnBackup[]> {
  const named = whole(occasion);
  const names = (await readdir(folder).catch(() => [])).filter((name) => named.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const { size } = await stat(file);
      return { file, at: new Date(name.replace(named, '$1:$2:$3Z')), bytes: size };
    }),
  );
  return found.sort((one, other) => other.at.getTime() - one.at.getTime());
}

// Milliseconds after which nobody writes any more to a backup that was not written to.
const abandonedAfter = 600_000;

/**
 * Prepares a folder for a backup: creates it, and removes what killed processes left, while what another one is just writing stays.
 * Writes no backup.
 *
 * @returns the path of a backup that is made at that moment, or a second later if there is one.
 */
export async function prepareBackup(folder: string, occasion: Occasion, at: Date): Promise<string> {
  await makeFolder(folder);
  const names = await readdir(folder);
  const left = unfinished(occasion);
  for (const name of names.filter((each) => left.test(each))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (systemClock.now().getTime() - mtimeMs > abandonedAfter) await rm(join(folder, name));
  }
  const name = `${starts[occasion]}${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
  if (names.includes(name) || names.includes(`${name}.partial`))
    return prepareBackup(folder, occasion, new Date(at.getTime() + 1_000));
  return join(folder, name);
}

/** Deletes all but the newest `keep` backups of an occasion from a folder. */
export async function deleteOldBackups(folder: string, occasion: Occasion, keep: number): Promise<void> {
  for (const { file } of (await listBackups(folder, occasion)).slice(keep)) await rm(file);
}
